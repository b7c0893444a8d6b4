import { type AccountRole, type KeyScope, keyScopes } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";

/** The lifetimes of a session and its tokens, in seconds. */
export interface SessionLifetimes {
  readonly tokenSeconds: number;
  /** The lifetime of a refresh token, and of a session that is not renewed. */
  readonly refreshSeconds: number;
  /** The lifetime of a session, however often it is renewed. */
  readonly sessionSeconds: number;
  /** A refresh token may be used again for so long, because the first response may have been lost. */
  readonly graceSeconds: number;
}

/** The credentials of a session: the id of its token, and the SHA-256 of its refresh token. */
export interface SessionCredentials {
  readonly tokenId: string;
  readonly refreshHash: Uint8Array;
}

export interface SessionUser {
  readonly accountId: string;
  readonly username: string;
}

export interface SessionOwner extends SessionUser {
  readonly role: AccountRole;
  /** The sign-in of its user on the web page; null for a session that was opened otherwise. */
  readonly signedInAt: string | null;
  readonly tier: string;
  /** The scopes of the key that opened it; all for a session that was opened otherwise. */
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number;
}

/** The highest number of sessions of an account; opening another one ends the oldest. */
const sessionsMax = 50;

/** Opens a session of a key's account. @returns false if the key is not active. */
export async function open(
  sql: Sql,
  keyId: string,
  { tokenId, refreshHash }: SessionCredentials,
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
 * @returns null if the token is not valid.
 */
export async function renew(
  sql: Sql,
  refreshHash: Uint8Array,
  next: SessionCredentials,
  { tokenSeconds, refreshSeconds, graceSeconds }: SessionLifetimes,
): Promise<SessionUser | null> {
  const [row] = await sql<SessionUser[]>`
    select a.id as account_id, a.username
    from renew_session(${refreshHash}, ${next.refreshHash}, ${next.tokenId}, ${tokenSeconds},
      ${refreshSeconds}, ${graceSeconds}) as renewed (account_id)
    join accounts a on a.id = renewed.account_id`;
  return row ?? null;
}

/** Ends the session of a token, or of a cookie: all of its tokens are refused from then on. */
export async function end(sql: Sql, tokenId: string, expiresAt: Date): Promise<void> {
  await sql`
    with given as (
      insert into revoked_tokens (token_id, expires_at) values (${tokenId}, ${expiresAt})
      on conflict do nothing
    )
    select end_sessions(array(select session_id from session_tokens
        where token_id = ${tokenId})),
      end_web_sessions(array(select id from web_sessions where token_id = ${tokenId}))`;
}

/**
 * Returns the account of a token and its tier, the one of its active keys with the highest limit;
 * null if the token was revoked, or the account has ended or is banned.
 */
export async function find(
  sql: Sql,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<SessionOwner | null> {
  const [row] = await sql<(Omit<SessionOwner, "scopes"> & Pick<TokenScopes, "keyScopes">)[]>`
    select a.id as account_id, a.username, a.role, t.name as tier,
      t.requests_per_minute, ${keyScopesOf(sql, tokenId)} as key_scopes,
      (select w.signed_in_at from web_sessions w where w.token_id = ${tokenId}) as signed_in_at
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
  if (!row) return null;
  const { keyScopes: ofKey, ...owner } = row;
  return { ...owner, scopes: ofKey ?? keyScopes };
}

interface TokenScopes {
  /** Null if the session of the token was not opened with an API key. */
  readonly keyScopes: readonly KeyScope[] | null;
}

/** Returns the expression of the scopes of the key that opened the session of a token. */
export function keyScopesOf(sql: Sql, tokenId: string): Fragment {
  return sql`to_json(key_scopes_of(${tokenId}))`;
}
