import * as db from "@jetwire/db";
import type { Database, DueMail } from "@jetwire/db";
import { EmailAddress } from "@jetwire/protocol";
import { every, type Logger, type Metrics } from "@jetwire/runtime";
import { runQuery } from "../run-query.ts";
import type { Mailer } from "./open-mailer.ts";

/** A sign-in waits for its mail. */
const lookMs = 1_000;
const batchMails = 20;

/** The parts that send mails. */
export interface MailSending {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Sends the mails of the outbox until aborted. Any number of processes may do it. */
export async function sendMails(
  { database, mailer, log, metrics }: MailSending,
  signal: AbortSignal,
): Promise<void> {
  const mails = metrics.counter({
    name: "jetwire_chores_mails_total",
    help: "Mails by kind and result",
    labelNames: ["kind", "result"],
  });

  async function send(mail: DueMail): Promise<void> {
    const { id, kind } = mail;
    // The outbox is written by others: an address that is none is never given to the mail program.
    const isAddress = EmailAddress.safeParse(mail.to).success;
    const result = isAddress ? await tryToSend(mail) : "refused";
    mails.inc({ kind, result });
    await runQuery(database, (sql) =>
      result === "sent" ? db.mails.markSent(sql, id) : db.mails.giveUp(sql, id, refusedText),
    );
    log.info({ mailId: id, kind }, result === "sent" ? "mail sent" : "mail refused for good");
  }

  async function tryToSend(mail: DueMail) {
    try {
      return await mailer.send(mail);
    } catch (error) {
      const failure = withoutAddress(error);
      await runQuery(database, (sql) => db.mails.markFailed(sql, mail.id, failure.message));
      throw failure;
    }
  }

  async function sendDue(): Promise<void> {
    const expired = await runQuery(database, db.mails.giveUpExpired);
    mails.inc({ kind: "any", result: "expired" }, expired);
    const due = await runQuery(database, (sql) => db.mails.claim(sql, batchMails));
    const results = await Promise.allSettled(due.map(send));
    const failed = results.filter(({ status }) => status === "rejected");
    mails.inc({ kind: "any", result: "failed" }, failed.length);
    if (failed[0]?.status === "rejected") throw failed[0].reason;
  }

  await every(lookMs, sendDue, { signal, log, task: "send mails" });
}

/** The text that an operator reads of a mail that is refused; those of the server may quote the address. */
const refusedText = "the mail server refuses the address or the text for good";
/** The codes of errors are short. */
const answerCharsMax = 300;

/** The texts of SMTP servers quote addresses, which do not belong in a log. */
function withoutAddress(error: unknown): Error {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>;
  const facts = [code, responseCode, command].filter((fact) => fact !== undefined).map(String);
  const text = `the mail server does not take mails: ${facts.join(" ") || "unknown"}`;
  return new Error(text.slice(0, answerCharsMax));
}
