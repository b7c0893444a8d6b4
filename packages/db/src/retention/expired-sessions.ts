import type { Sql } from "../connection/database.ts";

// Each deletes at most `rowsMax` rows and returns how many there were: call it until it is fewer.

/** Deletes tokens that neither opened nor renewed a session at `cutoff`. */
export async function deleteExpiredTokens(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from session_tokens where refresh_hash in (
      select refresh_hash from session_tokens
      where greatest(refresh_expires_at, token_expires_at) < ${cutoff}
      limit ${rowsMax}
    )`;
  return count;
}

/** Deletes sessions that had ended or expired at `cutoff`, and sessions without any token. */
export async function deleteExpiredSessions(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from sessions where id in (
      select id from sessions
      where expires_at < ${cutoff} or ended_at < ${cutoff}
        or not exists (select 1 from session_tokens where session_id = sessions.id)
      limit ${rowsMax}
    )`;
  return count;
}

/** Deletes revocations of tokens that had expired at `cutoff`. */
export async function deleteExpiredRevocations(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from revoked_tokens where token_id in (
      select token_id from revoked_tokens
      where expires_at < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}

/** Deletes links to sign in that had expired at `cutoff`. */
export async function deleteExpiredLinks(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from sign_in_links where token_hash in (
      select token_hash from sign_in_links
      where expires_at < ${cutoff} order by expires_at limit ${rowsMax}
    )`;
  return count;
}

/** Deletes challenges of passkeys that had expired at `cutoff`. */
export async function deleteExpiredChallenges(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from sign_in_challenges where challenge_hash in (
      select challenge_hash from sign_in_challenges
      where expires_at < ${cutoff} order by expires_at limit ${rowsMax}
    )`;
  return count;
}
