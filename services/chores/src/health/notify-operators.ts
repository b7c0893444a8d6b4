import * as db from "@jetwire/db";
import type { Database, MailQueue } from "@jetwire/db";
import { type FaultReport, reportText } from "@jetwire/health";
import { mailIsConfigured } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";

/** The ways in which operators are notified. */
interface OperatorNotices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly mails: MailQueue;
}

/**
 * Creates what notifies operators of a fault: on the page, from where it goes to their destinations, and by mail, each
 * as the operator has chosen.
 */
export function createNotifyOperators(
  config: Pick<ChoresConfig, "SMTP_URL" | "PUBLIC_URL">,
  { database, notifier, mails }: OperatorNotices,
): (report: FaultReport) => Promise<void> {
  return async (report) => {
    const { kind, fault } = report;
    const { severity, check } = fault;
    const { title, body, runbook } = reportText(report);
    const recipients = await runQuery(database, (sql) => db.health.recipients(sql));
    for (const { accountId, minimum, to } of recipients) {
      if (minimum === "none" || (minimum === "critical" && severity !== "critical")) continue;
      const data = { kind, check, severity, runbook };
      await notifier.notify({ userId: accountId, type: "service.health", title, body, data });
      const { PUBLIC_URL } = config;
      if (to === null || PUBLIC_URL === undefined || !mailIsConfigured(config)) continue;
      const links = { link: PUBLIC_URL + runbook, settings: `${PUBLIC_URL}/operator/alerts` };
      const values = { title, body, ...links };
      await runQuery(database, (sql) =>
        mails.queue(sql, { to, kind: "service-health", values, accountId }),
      );
    }
  };
}
