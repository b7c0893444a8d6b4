import type { Sql } from "../connection/database.ts";

// Each takes away so many rows at most and says how many there were: ask again until it is fewer.
// A day's grace, because clocks differ and sessions that end are told to gateways by these rows.

/** What sessions were given and neither opens nor renews anything any more. */
export async function deletePastTokens(sql: Sql, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from session_tokens where refresh_hash in (
      select refresh_hash from session_tokens
      where greatest(refresh_expires_at, token_expires_at) < now() - interval '1 day'
      limit ${rowsMax}
    )`;
  return count;
}

/** Sessions that ended, expired, or have nothing left that could renew them. */
export async function deletePastSessions(sql: Sql, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from sessions where id in (
      select id from sessions
      where expires_at < now() - interval '1 day' or ended_at < now() - interval '1 day'
        or not exists (select 1 from session_tokens where session_id = sessions.id)
      limit ${rowsMax}
    )`;
  return count;
}

/** Revocations of tokens that have expired by themselves. */
export async function deletePastRevocations(sql: Sql, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from revoked_tokens where token_id in (
      select token_id from revoked_tokens
      where expires_at < now() - interval '1 day' limit ${rowsMax}
    )`;
  return count;
}
