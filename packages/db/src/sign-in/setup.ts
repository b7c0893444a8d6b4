import { recordAction } from "../audit/record-action.ts";
import { isPerson } from "../api-keys/host-key.ts";
import type { Fragment, Sql } from "../connection/database.ts";

/** Reads what the code of the first operator is derived from; null if somebody operates the service. */
export async function readSalt(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ salt: string }[]>`select salt from setup where not ${hasOperator(sql)}`;
  return row?.salt ?? null;
}

/** Reads which instance the rows are of: a UUID that its back-ups keep. */
export async function readInstance(sql: Sql): Promise<string> {
  const [row] = await sql<{ instance: string }[]>`select instance from setup`;
  if (row === undefined) throw new Error("the table setup has no row");
  return row.instance;
}

/**
 * Makes the account of the first operator. Of calls at the same time, one makes it.
 *
 * @param salt what the code was derived from; it is replaced
 * @returns "done" if somebody operates the service, or the code was used
 */
export async function makeFirstOperator(
  sql: Sql,
  salt: string,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<"made" | "name-taken" | "done"> {
  const actor = { kind: "account", id } as const;
  const details = { role: "operator" };
  const about = { actor, action: "account.set-up", object: { kind: "account", id }, accountId: id };
  const rows = await sql`
    with used as (
      update setup set salt = gen_random_uuid()
      where salt = ${salt} and not ${hasOperator(sql)} and not is_username_taken(${username})
      returning is_single
    ), added as (
      insert into accounts (id, username, role) select ${id}::uuid, ${username}, 'operator' from used
      returning id
    ), recorded as (${recordAction(sql, { ...about, details }, sql`from added`)})
    select id from added`;
  if (rows.length > 0) return "made";
  return (await readSalt(sql)) === salt ? "name-taken" : "done";
}

/** Whether a person operates the service; the account of the host's key is none. */
function hasOperator(sql: Sql): Fragment {
  return sql`exists (
    select from accounts a where a.role = 'operator' and a.ended_at is null and ${isPerson(sql)}
  )`;
}

/** Counts the stations that messages were received from; simulated ones and those of canary messages do not count. */
export async function countReceived(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n from stations where first_received_at is not null and not simulated and not canary`;
  return row?.n ?? 0;
}
