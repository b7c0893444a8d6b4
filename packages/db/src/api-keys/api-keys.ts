import { type AccountRole, type ApiKey, defaultKeyScopes, type KeyScope } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import * as notifications from "../notifications/notifications.ts";

export interface ApiKeyOwner {
  readonly keyId: string;
  /** SHA-256 of the key. */
  readonly keyHash: Uint8Array;
  readonly accountId: string;
  readonly username: string;
  readonly role: AccountRole;
  readonly tier: string;
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number;
}

/** An API key as operators list it. */
export interface ListedApiKey extends ApiKey {
  readonly username: string;
  readonly revokedAt: string | null;
}

/** An API key to add. Only its SHA-256 is stored. */
export interface ApiKeyToAdd {
  readonly accountId: string;
  readonly tier: string;
  readonly keyHash: Uint8Array;
  readonly hint: string;
  /** `read` and `feed` by default. */
  readonly scopes?: readonly KeyScope[];
  readonly label?: string | null;
  readonly expiresAt?: string | null;
  /** The highest number of active keys that the account may have; unlimited by default. */
  readonly keysMax?: number;
  /** The highest number of active keys of this tier; unlimited by default. */
  readonly tierMax?: number;
  /** The actor for the audit log; the process by default. */
  readonly actor?: Actor;
}

/**
 * Issues an API key and notifies the account's owner.
 *
 * @returns null if the tier or the account does not exist, or the account has `keysMax` active keys or
 *   `tierMax` of the tier.
 */
export async function issue(sql: Sql, key: ApiKeyToAdd): Promise<{ id: string } | null> {
  const added = await add(sql, key);
  if (added !== null) await notifyIssued(sql, key.accountId, { ...key, keyId: added.id });
  return added;
}

/** Adds an API key without a notification; see `issue`. */
export async function add(sql: Sql, key: ApiKeyToAdd): Promise<{ id: string } | null> {
  const { accountId, tier, keyHash, hint, label = null, expiresAt = null } = key;
  const { scopes = defaultKeyScopes, keysMax = null, tierMax = null, actor = processActor } = key;
  const object = { kind: "key", id: sql`id` };
  const recorded = recordAction(
    sql,
    { actor, action: "key.issue", object, accountId, details: { tier, scopes } },
    sql`from issued where id is not null`,
  );
  const [row] = await sql<{ id: string | null }[]>`
    with issued as materialized (
      select issue_api_key(${accountId}, ${tier}, ${keyHash}, ${hint}, ${label}, ${expiresAt},
        ${keysMax}, ${tierMax}, ${[...scopes]}::text[]) as id
    ), recorded as (${recorded})
    select id from issued`;
  return row?.id == null ? null : { id: row.id };
}

/** Returns the owner of a key; null if it is unknown, revoked, expired or of an ended account. */
export async function find(sql: Sql, keyHash: Uint8Array): Promise<ApiKeyOwner | null> {
  const [row] = await sql<ApiKeyOwner[]>`
    select k.id as key_id, k.key_hash, a.id as account_id, a.username, a.role, k.tier,
      to_json(k.scopes) as scopes, t.requests_per_minute
    from api_keys k
    join accounts a on a.id = k.account_id
    join tiers t on t.name = k.tier
    where k.key_hash = ${keyHash} and k.revoked_at is null and a.ended_at is null
      and (k.expires_at is null or k.expires_at > now())`;
  return row ?? null;
}

/** Returns the SHA-256 of at most `max` active keys, the most recently issued first. */
export async function listActiveHashes(sql: Sql, max: number): Promise<Uint8Array[]> {
  const rows = await sql<{ keyHash: Uint8Array }[]>`
    select k.key_hash
    from api_keys k
    join accounts a on a.id = k.account_id
    where k.revoked_at is null and a.ended_at is null
      and (k.expires_at is null or k.expires_at > now())
    order by k.created_at desc
    limit ${max}`;
  return rows.map(({ keyHash }) => keyHash);
}

/**
 * Revokes a key and ends the sessions that were opened with it.
 *
 * @param accountId restricts the key to this account's
 * @returns false if there is no such key; true also if it was revoked before.
 */
export async function revoke(
  sql: Sql,
  id: string,
  accountId?: string,
  actor: Actor = processActor,
): Promise<boolean> {
  const object = { kind: "key", id };
  const about = { actor, action: "key.revoke", object, accountId: sql`account_id` };
  const rows = await sql`
    with revoked as (
      update api_keys set revoked_at = coalesce(revoked_at, now())
      where id = ${id} and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
      returning id, account_id
    ), recorded as (${recordAction(sql, about, sql`from revoked`)})
    select id, end_sessions(array(
      select s.id from sessions s where s.key_id = revoked.id and s.ended_at is null
    )) from revoked`;
  return rows.length > 0;
}

/** The key that replaces another one, with the same account, tier, scopes, label and expiry. */
export interface ReissuedApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly username: string;
  readonly tier: string;
}

/**
 * Revokes a key, issues another in its place, and notifies the account's owner.
 *
 * @returns null if there is no such active key.
 */
export async function reissue(
  sql: Sql,
  id: string,
  key: { keyHash: Uint8Array; hint: string },
  actor: Actor = processActor,
): Promise<ReissuedApiKey | null> {
  const object = { kind: "key", id };
  const about = { actor, action: "key.reissue", object, accountId: sql`account_id` };
  const [row] = await sql<ReissuedApiKey[]>`
    with revoked as (
      update api_keys set revoked_at = now()
      where id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())
        and account_id in (select id from accounts where ended_at is null)
      returning id, account_id, tier, scopes, label, expires_at
    ), added as (
      insert into api_keys (account_id, tier, scopes, key_hash, hint, label, expires_at)
      select account_id, tier, scopes, ${key.keyHash}, ${key.hint}, label, expires_at from revoked
      returning id, account_id, tier
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select added.id, account_id, a.username, tier, end_sessions(array(
      select s.id from sessions s join revoked on s.key_id = revoked.id where s.ended_at is null
    )) as ended
    from added join accounts a on a.id = account_id`;
  if (!row) return null;
  const reissued = {
    id: row.id,
    accountId: row.accountId,
    username: row.username,
    tier: row.tier,
  };
  await notifyIssued(sql, row.accountId, { keyId: row.id, tier: row.tier, hint: key.hint });
  return reissued;
}

async function notifyIssued(
  sql: Sql,
  userId: string,
  { keyId, tier, hint }: { keyId: string; tier: string; hint: string },
): Promise<void> {
  await notifications.add(sql, {
    userId,
    type: "key.issued",
    title: "API key issued",
    body: `A ${tier} key was issued for your account: ${hint}…`,
    data: { keyId, tier, hint },
  });
}

/** Lists the active API keys of an account, newest first. */
export async function listActive(sql: Sql, accountId: string): Promise<ApiKey[]> {
  return await sql<ApiKey[]>`
    select id, hint, label, tier, to_json(scopes) as scopes, created_at, expires_at, last_used_at
    from api_keys
    where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > now())
    order by created_at desc, id`;
}

/** Lists API keys, newest first; those of one account if `accountId` is given. */
export async function list(sql: Sql, accountId?: string): Promise<ListedApiKey[]> {
  return await sql<ListedApiKey[]>`
    select k.id, a.username, k.tier, to_json(k.scopes) as scopes, k.label, k.hint,
      k.created_at, k.expires_at, k.revoked_at, k.last_used_at
    from api_keys k join accounts a on a.id = k.account_id
    where ${accountId ?? null}::uuid is null or k.account_id = ${accountId ?? null}
    order by k.created_at desc, k.id`;
}

/**
 * Records when keys were used last. Keys that another process has recorded within 30 seconds, or is
 * recording now, are skipped: many processes have connections of one key, and none waits for another.
 */
export async function recordUses(
  sql: Sql,
  uses: readonly { keyId: string; usedAt: Date }[],
): Promise<void> {
  const ids = uses.map(({ keyId }) => keyId);
  const times = uses.map(({ usedAt }) => usedAt.toISOString());
  await sql`
    update api_keys set last_used_at = due.at
    from (
      select k.id, used.at
      from api_keys k
      join unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) on used.id = k.id
      where k.last_used_at is null or k.last_used_at < used.at - interval '30 seconds'
      for no key update of k skip locked
    ) as due
    where api_keys.id = due.id`;
}
