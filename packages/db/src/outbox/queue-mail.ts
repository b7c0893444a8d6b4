import { randomUUID } from "node:crypto";
import type { Fragment, Sql } from "../connection/database.ts";
import { type MailKind, mailSeconds, type MailValues } from "./mail-kinds.ts";

/** The most mails of one kind that wait to be sent, and those of them to one mailbox. */
const waitingMax = 5_000;
const waitingToOneMax = 20;
const valueLengthMax = 1_000;

/** A mail: `to` is an address that `EmailAddress` accepts. */
export type MailToQueue = {
  readonly [Kind in MailKind]: {
    readonly to: string;
    readonly kind: Kind;
    readonly values: MailValues[Kind];
    /** The account that it concerns, with which it is exported and erased. */
    readonly accountId?: string;
    /** A UUID by which logs name it, if they are to. */
    readonly id?: string;
  };
}[MailKind];

/**
 * Adds a mail to the outbox, which chores sends within seconds. Call it only if mail is configured
 * (`mailIsConfigured`): nobody sends it otherwise. The limits count each kind by itself, so that a flood of
 * one kind stops no other.
 *
 * Those that can be stopped wait for the end of quiet hours, as a summary.
 *
 * @returns false if too many mails of its kind wait, in all or to this mailbox
 */
export async function queue(sql: Sql, mail: MailToQueue): Promise<boolean> {
  const { to, kind, values, accountId, id = randomUUID() } = mail;
  if (await isKeptQuiet(sql, mail)) return true;
  const facts = Object.fromEntries(
    // Postgres cannot store U+0000.
    Object.entries(values).map(([name, value]) => [
      name,
      value.slice(0, valueLengthMax).replaceAll("\0", ""),
    ]),
  );
  const { count } = await sql`
    insert into outbox (id, kind, recipient, account_id, facts, expires_at)
    select ${id}::uuid, ${kind}, ${to}, ${accountId ?? null}::uuid, ${sql.json(facts)},
      now() + ${mailSeconds[kind]} * interval '1 second'
    where ${waitingMax} > (
      select count(*) from (
        select 1 from outbox
        where kind = ${kind} and recipient is not null and sent_at is null and given_up_at is null limit ${waitingMax}
      ) as waiting
    ) and ${waitingToOneMax} > (
      select count(*) from outbox
      where ${mailboxOf(sql, sql`recipient`)} = ${mailboxOf(sql, sql`${to}::text`)} and kind = ${kind}
        and sent_at is null and given_up_at is null
    )`;
  return count > 0;
}

/**
 * Keeps a mail about stations and alerts for the summary after the quiet hours of its account, or leaves it out if the
 * account wants none.
 *
 * @returns false if the account is in no quiet hours
 */
async function isKeptQuiet(
  sql: Sql,
  { to, kind, values, accountId }: MailToQueue,
): Promise<boolean> {
  if (accountId === undefined || !("stop" in values)) return false;
  const title = kind === "alert" ? values.rule : `${values.ident}: ${kind}`;
  const link = values.link.replace(/(?<=^https?:\/\/[^/]+)\/.*/, "/desk/destinations");
  const rows = await sql`
    with quiet as materialized (select quiet_until(${accountId}) as ends)
    select keep_quiet(${accountId}, null, ${to}, ${title}, ${link}, ends) from quiet where ends is not null`;
  return rows.length > 0;
}

/** Addresses that differ in case and in what follows a `+` reach one mailbox. */
function mailboxOf(sql: Sql, address: Fragment): Fragment {
  return sql`regexp_replace(lower(${address}), '^(.+?)[+][^@]*@', '\\1@')`;
}
