import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** A user at another issuer of tokens: the claims `iss` and `sub`. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Returns the account that an identity is linked to; null if there is none or it has ended. */
export async function findLinkedAccount(
  sql: Sql,
  { issuer, subject }: ExternalIdentity,
): Promise<{ userId: string; username: string } | null> {
  const [row] = await sql<{ userId: string; username: string }[]>`
    select accounts.id as user_id, username
    from external_identities join accounts on accounts.id = account_id
    where issuer = ${issuer} and subject = ${subject} and ended_at is null`;
  return row ?? null;
}

export interface LinkedIdentity extends ExternalIdentity {
  /** The account that it is linked to. */
  readonly accountId: string;
  readonly username: string;
  readonly linkedAt: string;
}

/** Lists linked identities, or those of an account, oldest link first. */
export async function list(
  sql: Sql,
  { accountId, limit }: { readonly accountId?: string | undefined; readonly limit: number },
): Promise<LinkedIdentity[]> {
  return await sql<LinkedIdentity[]>`
    select issuer, subject, account_id, username, external_identities.created_at as linked_at
    from external_identities join accounts on accounts.id = account_id
    where ended_at is null
      and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
    order by external_identities.created_at, issuer, subject
    limit ${limit}`;
}

/**
 * Links an identity to an account; linking it again changes nothing.
 *
 * @returns false if it is linked to another account.
 */
export async function link(
  sql: Sql,
  accountId: string,
  { issuer, subject }: ExternalIdentity,
  actor: Actor = processActor,
): Promise<boolean> {
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "identity.link", object, accountId, details: { issuer } };
  const [row] = await sql<{ mine: boolean }[]>`
    with linked as materialized (
      select link_issuer_identity(${accountId}, ${issuer}, ${subject}) as account_id
    ), recorded as (
      ${recordAction(sql, about, sql`from linked where account_id = ${accountId}::uuid`)}
    )
    select account_id = ${accountId}::uuid as mine from linked`;
  return row?.mine ?? false;
}

/** Unlinks an identity, whose tokens are refused from then on. @returns false if it was not linked. */
export async function unlink(
  sql: Sql,
  accountId: string,
  { issuer, subject }: ExternalIdentity,
  actor: Actor = processActor,
): Promise<boolean> {
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "identity.unlink", object, accountId, details: { issuer } };
  const rows = await sql`
    with unlinked as materialized (
      select 1 where unlink_issuer_identity(${accountId}, ${issuer}, ${subject})
    ), recorded as (${recordAction(sql, about, sql`from unlinked`)})
    select 1 from unlinked`;
  return rows.length > 0;
}
