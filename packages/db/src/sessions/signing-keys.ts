import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** A key pair, which `@jetwire/auth` interprets: a JWK and an encrypted JWK. */
export interface StoredSigningKey {
  readonly kid: string;
  readonly publicJwk: Record<string, unknown>;
  readonly privateJwk: Record<string, unknown>;
}

/** Lists keys whose tokens may still be valid, the signing key first. */
export async function list(sql: Sql): Promise<StoredSigningKey[]> {
  return await sql<StoredSigningKey[]>`
    select kid, public_jwk, private_jwk
    from signing_keys
    where (retired_at is null or retired_at > now()) and signs_from <= now()
    order by signs_from desc, created_at desc, kid`;
}

/** The public halves of all that verify, also of one that is yet to sign: all a verifier needs. */
export async function listForVerifying(
  sql: Sql,
): Promise<{ kid: string; publicJwk: Record<string, unknown> }[]> {
  return await sql<{ kid: string; publicJwk: Record<string, unknown> }[]>`
    select kid, public_jwk
    from signing_keys where retired_at is null or retired_at > now()
    order by signs_from desc, created_at desc, kid`;
}

/**
 * Adds the key that signs next. Those before it verify until the last token that they have signed has
 * run out.
 *
 * @param lead seconds until it signs, so that every verifier has seen it before
 * @param overlap seconds for which the others verify after that
 * @returns when it starts signing, and when the others stop verifying
 */
export async function rotate(
  sql: Sql,
  key: StoredSigningKey,
  { lead, overlap }: { lead: number; overlap: number },
  actor: Actor = processActor,
): Promise<{ signsFrom: string; othersUntil: string }> {
  const object = { kind: "signing-key", id: key.kid };
  const details = { leadSeconds: lead, overlapSeconds: overlap };
  const about = { actor, action: "signing-key.rotate", object, details };
  const [row] = await sql<{ signsFrom: string; othersUntil: string }[]>`
    with times as (
      select now() + make_interval(secs => ${lead}) as signs_from,
        now() + make_interval(secs => ${lead + overlap}) as others_until
    ), others as (
      update signing_keys set retired_at = least(retired_at, times.others_until)
      from times where retired_at is null or retired_at > times.others_until
    ), added as (
      insert into signing_keys (kid, public_jwk, private_jwk, signs_from)
      select ${key.kid}, ${sql.json(toJson(key.publicJwk))}, ${sql.json(toJson(key.privateJwk))},
        signs_from from times
    ), recorded as (${recordAction(sql, about)})
    select * from times`;
  if (!row) throw new Error("a select of two instants gave no row");
  return row;
}

/**
 * Keeps the key if there is none yet. Of two processes that make one at once both may be kept: both
 * verify, and `list` says to everybody which of them signs.
 */
export async function addFirst(sql: Sql, key: StoredSigningKey): Promise<void> {
  await sql`
    insert into signing_keys (kid, public_jwk, private_jwk)
    select ${key.kid}, ${sql.json(toJson(key.publicJwk))}, ${sql.json(toJson(key.privateJwk))}
    where not exists (
      select 1 from signing_keys where retired_at is null or retired_at > now()
    )`;
}

/** Lists all keys, also those that do not verify any more. */
export async function listAll(sql: Sql): Promise<StoredSigningKey[]> {
  return await sql<StoredSigningKey[]>`
    select kid, public_jwk, private_jwk
    from signing_keys order by kid`;
}

/** Replaces the private half of a key, unless another process has changed it from `before`. */
export async function replacePrivateKey(
  sql: Sql,
  after: StoredSigningKey,
  before: StoredSigningKey,
): Promise<void> {
  await sql`
    update signing_keys set private_jwk = ${sql.json(toJson(after.privateJwk))}
    where kid = ${after.kid} and private_jwk = ${sql.json(toJson(before.privateJwk))}`;
}

type Json = Parameters<Sql["json"]>[0];

function toJson(jwk: Record<string, unknown>): Json {
  return jwk as Json;
}

/** Removes all keys, as in a restored database whose secret is not known: a new one is made when the service starts. */
export async function removeAll(sql: Sql): Promise<void> {
  await sql`delete from signing_keys`;
}
