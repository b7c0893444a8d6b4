import type { Sql } from "../connection/database.ts";

/** A key that expires soon, and its account. */
export interface ExpiringKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly hint: string;
  readonly expiresAt: string;
}

/** Lists keys that expire within `days` and whose owners have not been warned of it, soonest first. */
export async function listExpiring(
  sql: Sql,
  days: number,
  rowsMax: number,
): Promise<ExpiringKey[]> {
  return await sql<ExpiringKey[]>`
    select k.id as key_id, k.account_id, k.hint, k.expires_at
    from api_keys k join accounts a on a.id = k.account_id and a.ended_at is null
    where k.revoked_at is null and k.expires_at > now()
      and k.expires_at <= now() + ${days} * interval '24 hours'
      and (k.warned_days is null or k.warned_days > ${days})
    order by k.expires_at limit ${rowsMax}`;
}

/** Records that the owner of a key was warned `days` before it expires. */
export async function recordExpiryWarning(sql: Sql, keyId: string, days: number): Promise<void> {
  await sql`update api_keys set warned_days = ${days} where id = ${keyId}`;
}
