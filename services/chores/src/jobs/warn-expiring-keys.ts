import * as db from "@jetwire/db";
import type { Database, ExpiringKey, NotificationToAdd } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";

const hourMs = 3_600_000;
/** The last day comes first: its warning makes the one of the week superfluous. */
const warnedDays = [1, 7];
const batchRows = 500;

/** Warns owners a week and a day before a key expires, once each. */
export function warnExpiringKeysJob(database: Database, notifier: Notifier): Job {
  return {
    name: jobName.warnExpiringKeys,
    everyMs: hourMs,
    async run() {
      let warned = 0;
      for (const days of warnedDays) {
        const keys = await runQuery(database, (sql) =>
          db.apiKeys.listExpiring(sql, days, batchRows),
        );
        for (const key of keys) {
          await notifier.notify(warningOf(key, days));
          await runQuery(database, (sql) => db.apiKeys.recordExpiryWarning(sql, key.keyId, days));
          warned++;
        }
      }
      return { warned };
    },
  };
}

function warningOf({ keyId, accountId, hint, expiresAt }: ExpiringKey, days: number) {
  return {
    userId: accountId,
    type: "key.expiring",
    subject: `${keyId} ${days}`,
    title: `API key ${hint}… expires ${days === 1 ? "within a day" : `within ${days} days`}`,
    body: `It expires at ${expiresAt}. Issue another key before then.`,
    data: { keyId, hint, expiresAt },
  } as const satisfies NotificationToAdd;
}
