import { keyScopes } from "@jetwire/protocol";
import { type Actor, processActor } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { addAccount, findAccount, setAccountRole } from "./accounts.ts";
import { addApiKey, revokeApiKey } from "./api-keys.ts";

/** The account of the key that is among the secrets of a deployment. */
export const hostAccountName = "operator";
/** Its tier, whose limit can be changed as that of any other. */
export const hostTier = "operator";
const requestsPerMinute = 600;
const label = "host";

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
    (await findAccount(sql, hostAccountName)) ?? (await addAccount(sql, hostAccountName, actor));
  if (account === null) return null;
  const { id: accountId } = account;
  await setAccountRole(sql, accountId, "operator", actor);
  const keys = await sql<{ id: string; isSame: boolean }[]>`
    select id, key_hash = ${key.keyHash} as is_same from api_keys
    where account_id = ${accountId} and label = ${label} and revoked_at is null`;
  if (keys.some(({ isSame }) => isSame)) return false;
  for (const { id } of keys) await revokeApiKey(sql, id, accountId, actor);
  await sql`
    insert into tiers (name, requests_per_minute) values (${hostTier}, ${requestsPerMinute})
    on conflict (name) do nothing`;
  await addApiKey(sql, { accountId, tier: hostTier, scopes: keyScopes, label, ...key, actor });
  return true;
}
