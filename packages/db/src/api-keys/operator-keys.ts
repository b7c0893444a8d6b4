import type { KeyScope, OperatorKey } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";

/** Lists API keys of all accounts, newest first. */
export async function listForOperator(
  sql: Sql,
  selection: {
    readonly accountId?: string | undefined;
    readonly tier?: string | undefined;
    readonly limit: number;
  },
): Promise<OperatorKey[]> {
  const { accountId, tier, limit } = selection;
  return await sql<OperatorKey[]>`
    select k.id, jsonb_build_object('id', a.id, 'username', a.username) as account, k.tier,
      to_json(k.scopes) as scopes, k.label, k.hint, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
    from api_keys k join accounts a on a.id = k.account_id
    where ${allOf(sql, [
      accountId !== undefined && sql`k.account_id = ${accountId}`,
      tier !== undefined && sql`k.tier = ${tier}`,
    ])}
    order by k.created_at desc, k.id limit ${limit}`;
}

/** Returns the account of an API key; null if there is no such key. */
export async function ownerOf(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql<{ accountId: string }[]>`
    select account_id from api_keys where id = ${id}`;
  return row?.accountId ?? null;
}

/** Returns the scopes of an API key; null if there is no such key. */
export async function scopesOf(sql: Sql, id: string): Promise<readonly KeyScope[] | null> {
  const [row] = await sql<{ scopes: KeyScope[] }[]>`
    select to_json(scopes) as scopes from api_keys where id = ${id}`;
  return row?.scopes ?? null;
}
