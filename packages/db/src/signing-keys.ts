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

/** Keeps the first key only: of two processes that make one at once, both use the same after. */
export async function addFirstSigningKey(sql: Sql, key: StoredSigningKey): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`lock table signing_keys in share row exclusive mode`;
    await transaction`
      insert into signing_keys (kid, public_jwk, private_jwk)
      select ${key.kid}, ${transaction.json(toJson(key.publicJwk))}, ${transaction.json(toJson(key.privateJwk))}
      where not exists (select 1 from signing_keys where retired_at is null)`;
  });
}

type Json = Parameters<Sql["json"]>[0];

function toJson(jwk: Record<string, unknown>): Json {
  return jwk as Json;
}
