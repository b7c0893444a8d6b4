import type { Passkey } from "@jetwire/protocol";
import { recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import type { WayRemoval, WorkingMethods } from "./working-methods.ts";

/** The highest number of passkeys of an account. */
export const passkeysMax = 10;

/** A passkey to add. */
export interface PasskeyToAdd {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

/** A passkey that may sign an account in. */
export interface PasskeyFound extends PasskeyToAdd {
  readonly id: string;
  readonly accountId: string;
}

/** The result of a sign-up; nothing has changed unless the account was made. */
export type SignUpResult =
  | "made"
  | "name-taken"
  | "email-taken"
  | "invitation-used"
  | "passkey-known";

/** An account to make with its first passkey. */
export interface SignUpByPasskey {
  readonly accountId: string;
  readonly username: string;
  readonly invitationHash: Uint8Array | null;
  readonly passkey: PasskeyToAdd;
}

/** Makes an account with its first passkey. */
export async function signUp(
  sql: Sql,
  { accountId, username, invitationHash, passkey }: SignUpByPasskey,
): Promise<SignUpResult> {
  const { credentialId, publicKey, counter, transports, name } = passkey;
  const actor = { kind: "account", id: accountId } as const;
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "account.sign-up", object, accountId };
  const [row] = await sql<{ result: SignUpResult }[]>`
    with made as materialized (
      select sign_up_by_passkey(${accountId}, ${username}, ${invitationHash}, ${credentialId},
        ${publicKey}, ${counter}, ${[...transports]}::text[], ${name}) as result
    ), recorded as (${recordAction(sql, about, sql`from made where result = 'made'`)})
    select result from made`;
  return row?.result ?? "name-taken";
}

/** Adds a passkey to an account. @returns null if the account has too many, or the passkey is known */
export async function add(
  sql: Sql,
  accountId: string,
  { credentialId, publicKey, counter, transports, name }: PasskeyToAdd,
): Promise<Passkey | null> {
  const actor = { kind: "account", id: accountId } as const;
  const object = { kind: "passkey", id: sql`id` };
  const about = { actor, action: "passkey.add", object, accountId };
  const [row] = await sql<{ id: string | null }[]>`
    with added as materialized (
      select add_passkey(${accountId}, ${credentialId}, ${publicKey}, ${counter},
        ${[...transports]}::text[], ${name}, ${passkeysMax}) as id
    ), recorded as (${recordAction(sql, about, sql`from added where id is not null`)})
    select id from added`;
  if (row?.id == null) return null;
  return { id: row.id, name, createdAt: new Date().toISOString(), lastUsedAt: null };
}

/** Finds a passkey of an account that may sign in. */
export async function find(sql: Sql, credentialId: string): Promise<PasskeyFound | null> {
  const [row] = await sql<PasskeyFound[]>`
    select p.id, p.account_id, p.credential_id, p.public_key, p.counter, p.transports, p.name
    from passkeys p join accounts a on a.id = p.account_id
    where p.credential_id = ${credentialId} and a.ended_at is null and a.banned_at is null`;
  return row ?? null;
}

/** Records a use of a passkey. */
export async function recordUse(sql: Sql, id: string, counter: number): Promise<void> {
  await sql`
    update passkeys set last_used_at = now(), counter = greatest(counter, ${counter})
    where id = ${id}`;
}

/** Lists the passkeys of an account, oldest first. */
export async function list(sql: Sql, accountId: string): Promise<Passkey[]> {
  return await sql<Passkey[]>`
    select id, name, created_at, last_used_at
    from passkeys where account_id = ${accountId} order by created_at, id limit ${passkeysMax}`;
}

/** Lists the ids of the credentials of an account's passkeys. */
export async function listCredentialIds(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql<{ credentialId: string }[]>`
    select credential_id from passkeys where account_id = ${accountId} limit ${passkeysMax}`;
  return rows.map(({ credentialId }) => credentialId);
}

/** Renames a passkey of an account. @returns null if there is no such passkey */
export async function rename(
  sql: Sql,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey | null> {
  const [row] = await sql<Passkey[]>`
    update passkeys set name = ${name} where id = ${id} and account_id = ${accountId}
    returning id, name, created_at, last_used_at`;
  return row ?? null;
}

/** Removes a passkey of an account, unless no other sign-in method works. */
export async function remove(
  sql: Sql,
  accountId: string,
  id: string,
  { passkeys, email, issuers }: WorkingMethods,
): Promise<WayRemoval> {
  const actor = { kind: "account", id: accountId } as const;
  const about = { actor, action: "passkey.remove", object: { kind: "passkey", id }, accountId };
  const [row] = await sql<{ result: WayRemoval }[]>`
    with removed as materialized (
      select remove_passkey(${accountId}, ${id}, ${passkeys}, ${email}, ${[...issuers]}::text[]) as result
    ),
    recorded as (${recordAction(sql, about, sql`from removed where result = 'removed'`)})
    select result from removed`;
  return row?.result ?? "unknown";
}
