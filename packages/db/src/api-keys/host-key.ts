import { keyScopes } from "@jetwire/protocol";
import { type Actor, processActor } from "../audit/record-action.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import * as accounts from "../accounts/accounts.ts";
import * as apiKeys from "./api-keys.ts";

/** The account of the key that is among the secrets of a deployment. */
export const hostAccountName = "operator";
/** Its tier, whose limit can be changed as that of any other. */
export const hostTier = "operator";
const requestsPerMinute = 600;
const label = "host";

/** Whether an account `a` is of a person: nobody signs in to the one of the host's key. */
export function isPerson(sql: Sql): Fragment {
  return sql`not exists (
    select from api_keys k where k.account_id = a.id and k.label = ${label} and k.tier = ${hostTier} and k.revoked_at is null
  )`;
}

/**
 * Makes the key among the secrets of a deployment valid: it belongs to the operator account `operator`, which is
 * added if it is missing, and has all scopes. A key that was there before is revoked.
 *
 * @returns whether anything was changed; null if the account `operator` has ended
 */
export async function setHostKey(
  sql: Sql,
  key: { readonly keyHash: Uint8Array; readonly hint: string },
  actor: Actor = processActor,
): Promise<boolean | null> {
  const account =
    (await accounts.find(sql, hostAccountName)) ??
    (await accounts.add(sql, hostAccountName, actor));
  if (account === null) return null;
  const { id: accountId } = account;
  await accounts.setRole(sql, accountId, "operator", actor);
  const keys = await sql<{ id: string; isSame: boolean }[]>`
    select id, key_hash = ${key.keyHash} as is_same from api_keys
    where account_id = ${accountId} and label = ${label} and revoked_at is null`;
  if (keys.some(({ isSame }) => isSame)) return false;
  for (const { id } of keys) await apiKeys.revoke(sql, id, accountId, actor);
  await sql`
    insert into tiers (name, requests_per_minute) values (${hostTier}, ${requestsPerMinute})
    on conflict (name) do nothing`;
  await apiKeys.add(sql, { accountId, tier: hostTier, scopes: keyScopes, label, ...key, actor });
  return true;
}
