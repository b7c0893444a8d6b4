import { type KeyScope, keyScopes } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { keyScopesOf } from "./sessions.ts";

/** Sessions that were ended before their tokens expired. */
export interface EndedSessions {
  /** The time of the query by the database's clock. */
  readonly asOf: string;
  /** Users whose account has ended or is banned. */
  readonly userIds: readonly string[];
  readonly tokenIds: readonly string[];
}

/** Returns whether a token's session is active: its user exists and is not banned, and it is not revoked. */
export async function isActive(
  sql: Sql,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<boolean> {
  return (await findScopes(sql, { userId, tokenId })) !== null;
}

/** Returns the scopes of a session, as `SessionOwner` has them; null if it has ended. */
export async function findScopes(
  sql: Sql,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<readonly KeyScope[] | null> {
  const [row] = await sql<{ scopes: readonly KeyScope[] | null }[]>`
    select ${keyScopesOf(sql, tokenId)} as scopes from accounts
    where id = ${userId} and ended_at is null and banned_at is null
      and not exists (select 1 from revoked_tokens where token_id = ${tokenId})`;
  return row ? (row.scopes ?? keyScopes) : null;
}

/**
 * Lists the sessions that ended after an instant or in the minute before it: the time of a statement
 * is when it began, not when it was committed.
 *
 * @param since null lists nothing and only reads the time
 */
export async function listEndedSince(sql: Sql, since: string | null): Promise<EndedSessions> {
  const [row] = await sql<EndedSessions[]>`
    select now() as as_of,
      to_json(array(
        select id::text from accounts
        where (ended_at is not null or banned_at is not null)
          and greatest(ended_at, banned_at) > ${since}::timestamptz - interval '1 minute'
      )) as user_ids,
      to_json(array(
        select token_id from revoked_tokens
        where revoked_at > ${since}::timestamptz - interval '1 minute'
      )) as token_ids`;
  if (!row) throw new Error("a select without a from gave no row");
  return row;
}

/** A session token of an account, by its id. */
export interface TokenToRevoke {
  readonly tokenId: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** Revokes a token. The sessions that it has opened are closed. */
export async function revokeToken(
  sql: Sql,
  { tokenId, userId, expiresAt }: TokenToRevoke,
  actor: Actor = processActor,
): Promise<void> {
  const object = { kind: "token", id: tokenId };
  const about = { actor, action: "token.revoke", object, accountId: userId };
  await sql`
    with expired as (
      delete from revoked_tokens where expires_at < now() - interval '1 day'
    ), revoked as (
      insert into revoked_tokens (token_id, expires_at) values (${tokenId}, ${expiresAt})
      on conflict do nothing
      returning token_id
    )
    ${recordAction(sql, about, sql`from revoked`)}`;
}

/** Bans a user from chat, presence and notifications, or lifts the ban. Returns false for an unknown user. */
export async function setBanned(
  sql: Sql,
  userId: string,
  isBanned: boolean,
  actor: Actor = processActor,
): Promise<boolean> {
  const object = { kind: "account", id: sql`id` };
  const action = isBanned ? "account.ban" : "account.unban";
  const about = { actor, action, object, accountId: sql`id` };
  const rows = await sql`
    with changed as (
      update accounts set banned_at = case when ${isBanned} then coalesce(banned_at, now()) end
      where id = ${userId} returning id
    ), recorded as (${recordAction(sql, about, sql`from changed`)})
    select id from changed`;
  return rows.length > 0;
}
