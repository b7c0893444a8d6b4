import type { Sql } from "./database.ts";

export interface ApiKeyHolder {
  readonly keyId: string;
  /** SHA-256 of the key. */
  readonly keyHash: Uint8Array;
  readonly accountId: string;
  readonly username: string;
  readonly tier: string;
  readonly requestsPerMinute: number;
}

export interface ListedApiKey {
  readonly id: string;
  readonly username: string;
  readonly tier: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Keeps a key's hash. @returns null when the tier doesn't exist. */
export async function addApiKey(
  sql: Sql,
  key: { accountId: string; tier: string; keyHash: Uint8Array; hint: string },
): Promise<{ id: string } | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into api_keys (account_id, tier, key_hash, hint)
    select ${key.accountId}, name, ${key.keyHash}, ${key.hint} from tiers where name = ${key.tier}
    returning id`;
  return row ?? null;
}

/** Whose key this is; null when unknown, revoked, expired or of an ended account. */
export async function findApiKey(sql: Sql, keyHash: Uint8Array): Promise<ApiKeyHolder | null> {
  const [row] = await sql<ApiKeyHolder[]>`
    select k.id as "keyId", k.key_hash as "keyHash", a.id as "accountId", a.username, k.tier,
      t.requests_per_minute as "requestsPerMinute"
    from api_keys k
    join accounts a on a.id = k.account_id
    join tiers t on t.name = k.tier
    where k.key_hash = ${keyHash} and k.revoked_at is null and a.ended_at is null
      and (k.expires_at is null or k.expires_at > now())`;
  return row ?? null;
}

/** @returns false when there is no such key; true also when it was revoked before. */
export async function revokeApiKey(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id}`;
  return count > 0;
}

/** Newest first; of one account when `accountId` is given. */
export async function listApiKeys(sql: Sql, accountId?: string): Promise<ListedApiKey[]> {
  return await sql<ListedApiKey[]>`
    select k.id, a.username, k.tier, k.hint, k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
    from api_keys k join accounts a on a.id = k.account_id
    where ${accountId ?? null}::uuid is null or k.account_id = ${accountId ?? null}
    order by k.created_at desc, k.id`;
}

export async function listTiers(sql: Sql): Promise<{ name: string; requestsPerMinute: number }[]> {
  return await sql<{ name: string; requestsPerMinute: number }[]>`
    select name, requests_per_minute as "requestsPerMinute" from tiers order by name`;
}
