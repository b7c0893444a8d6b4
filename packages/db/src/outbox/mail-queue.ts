import { randomUUID } from "node:crypto";
import { createBoundedMap, type Logger, type Metrics } from "@jetwire/runtime";
import type { Sql } from "../connection/database.ts";
import type { MailKind } from "./mail-kinds.ts";
import * as mails from "./queue-mail.ts";
import type { MailToQueue } from "./queue-mail.ts";

/**
 * The reason why a mail is not sent: too many wait (`waiting`), the process has too much other work
 * (`busy`), or the address gets too many an hour (`hourly`).
 */
type MailDropReason = "waiting" | "busy" | "hourly";

/** Queues mails, and reports those that are dropped. */
export interface MailQueue {
  /** Adds a mail to the outbox, as `queue` does. @returns false if it was dropped */
  queue(sql: Sql, mail: MailToQueue): Promise<boolean>;
  /** Reports a mail that was dropped before it could be queued. */
  dropped(kind: MailKind, reason: Exclude<MailDropReason, "waiting">): void;
}

const reportMs = 60_000;
const reportsMax = 100;

/** Creates the queue of a process. A kind of mail that is dropped is logged at most once a minute. */
export function createQueue({
  log,
  metrics,
}: {
  readonly log: Pick<Logger, "info" | "warn">;
  readonly metrics: Metrics;
}): MailQueue {
  const drops = metrics.counter({
    name: "jetwire_mails_dropped_total",
    help: "Mails that are not sent, by kind and reason: too many wait, busy, or the hourly limit of an address",
    labelNames: ["kind", "reason"],
  });
  const reported = createBoundedMap<string, true>({ entriesMax: reportsMax, ttlMs: reportMs });

  function drop(kind: MailKind, reason: MailDropReason): void {
    drops.inc({ kind, reason });
    const name = `${kind} ${reason}`;
    // Anybody can reach the hourly limit of an address: there is nothing to do about it.
    if (reason === "hourly" || reported.has(name)) return;
    reported.set(name, true);
    log.warn({ kind, reason }, "mails are dropped: see jetwire_mails_dropped_total");
  }

  return {
    async queue(sql, mail) {
      const { kind } = mail;
      const mailId = randomUUID();
      const isQueued = await mails.queue(sql, { ...mail, id: mailId });
      if (isQueued) log.info({ mailId, kind }, "mail queued");
      else drop(kind, "waiting");
      return isQueued;
    },
    dropped: drop,
  };
}
