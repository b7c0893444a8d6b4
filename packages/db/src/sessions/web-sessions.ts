import type { AccountRole, ActiveSession } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** A session of the web page, opened by signing in. A cookie holds its id, of which Postgres has the SHA-256. */
export interface WebSession {
  readonly id: string;
  readonly accountId: string;
  readonly username: string;
  readonly role: AccountRole;
  /** The id of all of its tokens. */
  readonly tokenId: string;
  /** The key of its CSRF token. */
  readonly csrfKey: Uint8Array;
  readonly signedInAt: string;
}

/** A session to open. */
export interface WebSessionToOpen {
  readonly accountId: string;
  /** SHA-256 of the cookie. */
  readonly idHash: Uint8Array;
  readonly csrfKey: Uint8Array;
  /** Browser and system in a few words of ours; null if they are not known. */
  readonly userAgent: string | null;
  /** SHA-256 of the cookie that the browser had before; its session ends. */
  readonly earlierHash?: Uint8Array | null;
}

const daySeconds = 86_400;

/** The lifetimes of a session, in seconds. */
export const webSessionSeconds = { idle: 30 * daySeconds, max: 90 * daySeconds } as const;

/** A cookie gets a new value at this age. */
const renewSeconds = daySeconds;
/** Requests that a browser sent before it had the new value may arrive this much later. */
const graceSeconds = 60;
/** The highest number of sessions of an account; opening another one ends the oldest. */
const webSessionsMax = 50;

/** The result of opening a session. */
export interface OpenedWebSession {
  /** False if the account has ended or is banned. */
  readonly isOpen: boolean;
  /** The account of the session that the browser had before; null without one. */
  readonly endedAccountId: string | null;
}

/** Opens a session, and ends the one that the browser had before. */
export async function open(sql: Sql, session: WebSessionToOpen): Promise<OpenedWebSession> {
  const { accountId, idHash, csrfKey, userAgent, earlierHash = null } = session;
  const ends = new Date(Date.now() + webSessionSeconds.max * 1_000);
  // What the function deletes is still in the snapshot of its statement.
  const [row] = await sql<OpenedWebSession[]>`
    select
      open_web_session(${accountId}, ${idHash}, ${earlierHash}, ${csrfKey}, ${userAgent}, ${ends},
        ${webSessionsMax}) is not null as is_open,
      (select account_id from web_sessions
        where id_hash = ${earlierHash} or previous_hash = ${earlierHash} limit 1) as ended_account_id`;
  return row ?? { isOpen: false, endedAccountId: null };
}

/** Finds the session of a cookie; null if it is unknown or has ended, or its account may not sign in. */
export async function find(sql: Sql, idHash: Uint8Array): Promise<WebSession | null> {
  const [row] = await sql<WebSession[]>`
    select w.id, w.account_id, a.username, a.role, w.token_id, w.csrf_key, w.signed_in_at
    from web_sessions w join accounts a on a.id = w.account_id
    where (w.id_hash = ${idHash} or w.previous_hash = ${idHash}) and w.ends_at > now()
      and w.last_used_at > now() - make_interval(secs => ${webSessionSeconds.idle})
      and a.ended_at is null and a.banned_at is null
      and not exists (select 1 from revoked_tokens r where r.token_id = w.token_id)`;
  return row ?? null;
}

/**
 * Records a use of a session, and gives it a new value once a day. The value that the browser sent stays
 * valid until the browser has sent the new one, whose answer may be lost.
 *
 * @param idHash SHA-256 of the value that the browser sent
 * @param nextHash SHA-256 of the new value
 * @returns whether the new value is in force
 */
export async function use(
  sql: Sql,
  id: string,
  idHash: Uint8Array,
  nextHash: Uint8Array,
): Promise<boolean> {
  const [row] = await sql<{ isRenewed: boolean }[]>`
    with due as (
      update web_sessions
      set last_used_at = now(), renewed_at = now(), id_hash = ${nextHash}, previous_hash = ${idHash}
      where id = ${id} and renewed_at < now() - make_interval(secs => ${renewSeconds})
      returning 1
    ), used as (
      update web_sessions
      set last_used_at = now(),
        previous_hash = case
          when id_hash = ${idHash} and renewed_at < now() - make_interval(secs => ${graceSeconds})
          then null else previous_hash end
      where id = ${id} and renewed_at >= now() - make_interval(secs => ${renewSeconds})
      returning 1
    )
    select exists (select 1 from due) as is_renewed from (select count(*) from used) as counted`;
  return row?.isRenewed ?? false;
}

/** Lists the sessions of an account, last used first. @param tokenId names the present one */
export async function list(sql: Sql, accountId: string, tokenId: string): Promise<ActiveSession[]> {
  return await sql<ActiveSession[]>`
    select id, token_id = ${tokenId} as is_current, user_agent, created_at as signed_in_at, last_used_at
    from web_sessions
    where account_id = ${accountId} and ends_at > now()
      and last_used_at > now() - make_interval(secs => ${webSessionSeconds.idle})
    order by last_used_at desc, id limit ${webSessionsMax}`;
}

/** Ends a session: its cookie opens nothing, and its tokens are refused. */
export async function end(sql: Sql, id: string): Promise<void> {
  await sql`select end_web_sessions(array[${id}::uuid])`;
}

/**
 * Ends all sessions of an account, also those that were opened with its API keys, and withdraws the links
 * that would open others.
 */
export async function endAll(sql: Sql, accountId: string, actor: Actor): Promise<void> {
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "session.end-all", object, accountId };
  await sql`
    with recorded as (${recordAction(sql, about)})
    select end_web_sessions(array(select id from web_sessions where account_id = ${accountId})),
      end_sessions(array(select id from sessions
        where account_id = ${accountId} and ended_at is null)),
      withdraw_links(${accountId})`;
}

/** Deletes sessions that had ended at `cutoff`. @returns how many, at most `rowsMax` */
export async function deleteExpired(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from web_sessions where id in (
      select id from web_sessions
      where last_used_at < ${cutoff}::timestamptz - make_interval(secs => ${webSessionSeconds.idle})
        or ends_at < ${cutoff}
      limit ${rowsMax}
    )`;
  return count;
}
