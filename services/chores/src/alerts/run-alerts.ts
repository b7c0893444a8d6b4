import * as db from "@jetwire/db";
import type { Database, DeliveredAlert, MailQueue } from "@jetwire/db";
import type { UserChannel } from "@jetwire/redis";
import { every, type Logger, mailIsConfigured, type Metrics } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";

const lookMs = 1_000;
const rulesMax = 200;

/** The parts that deliver matches of alert rules. */
export interface AlertDeliveryRun {
  readonly database: Database;
  readonly mails: MailQueue;
  readonly userChannel: Pick<UserChannel, "wake">;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Notifies users of matches of their alert rules until aborted. Any number of processes may do it. */
export async function runAlerts(
  config: Pick<ChoresConfig, "SMTP_URL" | "PUBLIC_URL">,
  { database, mails, userChannel, log, metrics }: AlertDeliveryRun,
  signal: AbortSignal,
): Promise<void> {
  const delivered = metrics.counter({
    name: "jetwire_chores_alerts_total",
    help: "Matches of alert rules that users were notified of, by way",
    labelNames: ["way"],
  });

  async function mail({ accountId, rule, to, stopToken, messageId, body }: DeliveredAlert) {
    const { PUBLIC_URL } = config;
    if (to === null || PUBLIC_URL === undefined || !mailIsConfigured(config)) return;
    const values = {
      messageId,
      rule,
      what: body,
      link: `${PUBLIC_URL}/messages/${messageId}`,
      stop: `${PUBLIC_URL}/stop#t=${stopToken}`,
    };
    const alert = { to, kind: "alert", values, accountId } as const;
    if (await runQuery(database, (sql) => mails.queue(sql, alert))) delivered.inc({ way: "mail" });
  }

  async function deliver(): Promise<void> {
    const alerts = await runQuery(database, (sql) => db.alerts.deliver(sql, rulesMax));
    for (const alert of alerts) {
      const { messageId, notify } = alert;
      log.debug({ messageId, notify, mail: alert.to !== null }, "match of an alert rule delivered");
      if (notify) {
        delivered.inc({ way: "notification" });
        // Without a wake-up, gateways find the notification within seconds.
        await userChannel.wake(alert.accountId).catch(() => {});
      }
      await mail(alert);
    }
  }

  await every(lookMs, deliver, { signal, log, task: "deliver alerts" });
}
