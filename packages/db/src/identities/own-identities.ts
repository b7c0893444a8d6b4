import type { Identity } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { ExternalIdentity } from "./external-identities.ts";
import type { Sql } from "../connection/database.ts";
import type { WayRemoval, WorkingMethods } from "../sign-in/working-methods.ts";

/** The most identities that a user links to an account. */
const identitiesMax = 10;
const listedMax = 100;

/**
 * Links an identity to the account of a signed-in user.
 *
 * @returns `known` if it was linked before, `other` if another account has it
 */
export async function linkOwn(
  sql: Sql,
  accountId: string,
  { issuer, subject }: ExternalIdentity,
): Promise<"linked" | "known" | "other" | "too-many"> {
  const actor: Actor = { kind: "account", id: accountId };
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "identity.link", object, accountId, details: { issuer } };
  const [row] = await sql<{ result: "linked" | "known" | "other" | "too-many" }[]>`
    with done as materialized (
      select link_identity(${accountId}, ${issuer}, ${subject}, ${identitiesMax}) as result
    ), recorded as (${recordAction(sql, about, sql`from done where result = 'linked'`)})
    select result from done`;
  return row?.result ?? "other";
}

/** An account to make with an identity as its sign-in method. */
export interface SignUpByIdentity extends ExternalIdentity {
  readonly accountId: string;
  readonly username: string;
  readonly invitationHash: Uint8Array | null;
}

/** Makes an account with an identity. */
export async function signUp(
  sql: Sql,
  { accountId, username, invitationHash, issuer, subject }: SignUpByIdentity,
): Promise<"made" | "name-taken" | "email-taken" | "invitation-used" | "identity-known"> {
  const actor: Actor = { kind: "account", id: accountId };
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "account.sign-up", object, accountId, details: { issuer } };
  const [row] = await sql<{ result: Awaited<ReturnType<typeof signUp>> }[]>`
    with done as materialized (
      select sign_up_by_identity(${accountId}, ${username}, ${invitationHash}, ${issuer}, ${subject})
        as result
    ), recorded as (${recordAction(sql, about, sql`from done where result = 'made'`)})
    select result from done`;
  return row?.result ?? "name-taken";
}

/** An identity of an account, without the provider, which the configuration names. */
export type ListedIdentity = Omit<Identity, "provider">;

/** Lists the identities of an account, oldest first. The operator can link more than a user. */
export async function listOwn(sql: Sql, accountId: string): Promise<ListedIdentity[]> {
  return await sql<ListedIdentity[]>`
    select id, issuer, created_at as linked_at from external_identities
    where account_id = ${accountId} order by created_at, id limit ${listedMax}`;
}

/** Removes an identity of an account, unless no other sign-in method works. Its tokens are refused then. */
export async function removeOwn(
  sql: Sql,
  accountId: string,
  id: string,
  { passkeys, email, issuers }: WorkingMethods,
): Promise<WayRemoval> {
  const actor: Actor = { kind: "account", id: accountId };
  const about = { actor, action: "identity.unlink", object: { kind: "identity", id }, accountId };
  const [row] = await sql<{ result: WayRemoval }[]>`
    with done as materialized (
      select remove_identity(${accountId}, ${id}, ${passkeys}, ${email}, ${[...issuers]}::text[]) as result
    ), recorded as (${recordAction(sql, about, sql`from done where result = 'removed'`)})
    select result from done`;
  return row?.result ?? "unknown";
}
