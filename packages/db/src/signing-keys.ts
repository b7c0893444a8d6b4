import type { Sql } from "./database.ts";

/** A key pair as JWKs; what they hold is `@jetwire/auth`'s to know. */
export interface StoredSigningKey {
  readonly kid: string;
  readonly publicJwk: Record<string, unknown>;
  readonly privateJwk: Record<string, unknown>;
}

/** Keys that may still have signed valid tokens, the signing one first. */
export async function listSigningKeys(sql: Sql): Promise<StoredSigningKey[]> {
  return await sql<StoredSigningKey[]>`
    select kid, public_jwk as "publicJwk", private_jwk as "privateJwk"
    from signing_keys where retired_at is null order by created_at desc, kid`;
}

/** The public halves alone: all that a verifier needs to see. */
export async function listVerifyKeys(
  sql: Sql,
): Promise<{ kid: string; publicJwk: Record<string, unknown> }[]> {
  return await sql<{ kid: string; publicJwk: Record<string, unknown> }[]>`
    select kid, public_jwk as "publicJwk"
    from signing_keys where retired_at is null order by created_at desc, kid`;
}

/**
 * Keeps the key if there is none yet. Of two processes that make one at once both may be kept: both
 * verify, and `listSigningKeys` says to everybody which of them signs.
 */
export async function addFirstSigningKey(sql: Sql, key: StoredSigningKey): Promise<void> {
  await sql`
    insert into signing_keys (kid, public_jwk, private_jwk)
    select ${key.kid}, ${sql.json(toJson(key.publicJwk))}, ${sql.json(toJson(key.privateJwk))}
    where not exists (select 1 from signing_keys where retired_at is null)`;
}

type Json = Parameters<Sql["json"]>[0];

function toJson(jwk: Record<string, unknown>): Json {
  return jwk as Json;
}
