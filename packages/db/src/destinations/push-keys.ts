import type { Sql } from "../connection/database.ts";

/** The keys by which push services know this deployment, in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Returns the keys of push messages; stores those that are given if there are none. */
export async function ensurePushKeys(sql: Sql, made: PushKeys): Promise<PushKeys> {
  await sql`
    insert into push_keys (public_key, private_key) values (${made.publicKey}, ${made.privateKey})
    on conflict do nothing`;
  const [row] = await sql<PushKeys[]>`select public_key, private_key from push_keys`;
  return row ?? made;
}

/** Returns the key by which browsers subscribe; null if there is none yet. */
export async function readPublicKey(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ publicKey: string }[]>`select public_key from push_keys`;
  return row?.publicKey ?? null;
}
