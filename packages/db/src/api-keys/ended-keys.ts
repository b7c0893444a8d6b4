import type { Sql } from "../connection/database.ts";

export type KeyEnd = "revoked" | "expired" | "account-ended";

/** Returns which of these keys are no longer valid, and why. */
export async function findEnded(
  sql: Sql,
  keyIds: readonly string[],
): Promise<{ keyId: string; end: KeyEnd }[]> {
  return await sql<{ keyId: string; end: KeyEnd }[]>`
    select asked.id as key_id,
      case
        when a.ended_at is not null then 'account-ended'
        when k.revoked_at is null and k.expires_at <= now() then 'expired'
        else 'revoked'
      end as end
    from unnest(${[...keyIds]}::uuid[]) as asked (id)
    left join api_keys k on k.id = asked.id
    left join accounts a on a.id = k.account_id
    where k.id is null or k.revoked_at is not null or a.ended_at is not null
      or k.expires_at <= now()`;
}
