import type { ExpiringKey, NotificationToAdd } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";

export interface WarnExpiringKeysSteps {
  endingWithin(days: number, rowsMax: number): Promise<ExpiringKey[]>;
  recordExpiryWarning(keyId: string, days: number): Promise<void>;
  notify(notification: NotificationToAdd): Promise<void>;
}

const hourMs = 3_600_000;
/** The last day first: who is warned of that needs no word of the week. */
const warnedDays = [1, 7];
const batchRows = 500;

/** Warns holders a week and a day before a key ends, once each. */
export function warnExpiringKeysJob(steps: WarnExpiringKeysSteps): Job {
  return {
    name: jobName.warnExpiringKeys,
    everyMs: hourMs,
    async run() {
      let warned = 0;
      for (const days of warnedDays) {
        for (const key of await steps.endingWithin(days, batchRows)) {
          await steps.notify(warningOf(key, days));
          await steps.recordExpiryWarning(key.keyId, days);
          warned++;
        }
      }
      return { warned };
    },
  };
}

function warningOf({ keyId, accountId, hint, expiresAt }: ExpiringKey, days: number) {
  const at = expiresAt.toISOString();
  return {
    userId: accountId,
    type: "key.expiring",
    subject: `${keyId} ${days}`,
    title: `API key ${hint}… ends ${days === 1 ? "within a day" : `within ${days} days`}`,
    body: `It ends at ${at}. Issue another before then.`,
    data: { keyId, hint, expiresAt: at },
  } as const satisfies NotificationToAdd;
}
