import type { Sql } from "../connection/database.ts";

/** How long what a session is given lasts, in seconds. */
export interface SessionLifetimes {
  readonly tokenSeconds: number;
  /** Unless it is renewed before. */
  readonly refreshSeconds: number;
  /** However often it is renewed. */
  readonly sessionSeconds: number;
  /** A refresh token may come again for so long: its answer may have been lost. */
  readonly graceSeconds: number;
}

/** What a session is given: the token's id, and the SHA-256 of what renews it. */
export interface SessionGrant {
  readonly tokenId: string;
  readonly refreshHash: Uint8Array;
}

export interface SessionUser {
  readonly accountId: string;
  readonly username: string;
}

export interface SessionHolder extends SessionUser {
  readonly tier: string;
  readonly requestsPerMinute: number;
}

/** Of an account's sessions the oldest end beyond so many. */
const sessionsMax = 50;

/** Opens a session of a key's account. @returns false when there is no such key. */
export async function openSession(
  sql: Sql,
  keyId: string,
  { tokenId, refreshHash }: SessionGrant,
  { tokenSeconds, refreshSeconds, sessionSeconds }: SessionLifetimes,
): Promise<boolean> {
  const [row] = await sql<{ id: string | null }[]>`
    select open_session(${keyId}, ${refreshHash}, ${tokenId}, ${tokenSeconds}, ${refreshSeconds},
      ${sessionSeconds}, ${sessionsMax}) as id`;
  return row?.id != null;
}

/**
 * Exchanges a refresh token for the next one. If it was exchanged before, its session is ended,
 * because the token may have been stolen.
 *
 * @returns null if the token is not valid (any more).
 */
export async function renewSession(
  sql: Sql,
  refreshHash: Uint8Array,
  next: SessionGrant,
  { tokenSeconds, refreshSeconds, graceSeconds }: SessionLifetimes,
): Promise<SessionUser | null> {
  const [row] = await sql<SessionUser[]>`
    select a.id as "accountId", a.username
    from renew_session(${refreshHash}, ${next.refreshHash}, ${next.tokenId}, ${tokenSeconds},
      ${refreshSeconds}, ${graceSeconds}) as renewed (account_id)
    join accounts a on a.id = renewed.account_id`;
  return row ?? null;
}

/** Ends the session that a token is of: none of its tokens opens anything from now on. */
export async function endSession(sql: Sql, tokenId: string, expiresAt: Date): Promise<void> {
  await sql`
    with given as (
      insert into revoked_tokens (token_id, expires_at) values (${tokenId}, ${expiresAt})
      on conflict do nothing
    )
    select end_sessions(array(select session_id from session_tokens
      where token_id = ${tokenId}))`;
}

/**
 * Whose session a token opens and what that one may ask: the limit of the account's best key. Null
 * when the token was revoked, or its user has ended or is banned.
 */
export async function findSession(
  sql: Sql,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<SessionHolder | null> {
  const [row] = await sql<SessionHolder[]>`
    select a.id as "accountId", a.username, t.name as tier,
      t.requests_per_minute as "requestsPerMinute"
    from accounts a
    cross join lateral (
      select name, requests_per_minute from tiers
      where name = 'feeder' or name in (
        select k.tier from api_keys k
        where k.account_id = a.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())
      )
      order by requests_per_minute desc limit 1
    ) t
    where a.id = ${userId} and a.ended_at is null and a.banned_at is null
      and not exists (select 1 from revoked_tokens where token_id = ${tokenId})`;
  return row ?? null;
}
