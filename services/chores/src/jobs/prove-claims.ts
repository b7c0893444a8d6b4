import * as db from "@jetwire/db";
import type { Database, NotificationToAdd } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";

const hourMs = 3_600_000;
/** Claims of one run; the rest follows in the next one. */
const claimsMax = 500;

/** Approves claims, provisional ones too, whose network has sent in enough hours by now. */
export function proveClaimsJob(database: Database, notifier: Notifier): Job {
  return {
    name: jobName.proveClaims,
    everyMs: hourMs,
    async run() {
      let proven = 0;
      for (const claim of await runQuery(database, (sql) =>
        db.claims.listProvable(sql, claimsMax),
      )) {
        const proof = await runQuery(database, (sql) => db.claims.prove(sql, claim, claim.network));
        if (proof !== "proven") continue;
        proven++;
        await notifier.notify(proofOf(claim));
      }
      return { proven };
    },
  };
}

function proofOf(claim: { accountId: string; stationId: number; ident: string }) {
  const { accountId, stationId, ident } = claim;
  return {
    userId: accountId,
    type: "claim.decided",
    title: "Station claim approved",
    body: `Station ${ident} is yours: the messages from your network have proven your claim.`,
    data: { stationId, ident, approved: true },
  } as const satisfies NotificationToAdd;
}
