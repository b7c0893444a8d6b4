import * as db from "@jetwire/db";
import type { Database, MeasuredAccounting } from "@jetwire/db";
import type { Overview } from "@jetwire/protocol";
import type { MessageStreams } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";

const staleMs = 5_000;
const redisMsMax = 2_000;

/** The account of all offered messages, measured in the background while somebody asks for it. */
export interface AccountingWatch {
  /** Returns the last result, and starts a new measurement if it is old. */
  latest(): Overview["unaccounted"];
  /** Returns what was measured last; null until then, and while Postgres does not answer. */
  measured(): MeasuredAccounting | null;
}

/** @param database the primary */
export function createAccountingWatch(
  database: Pick<Database, "withQueryDeadline">,
  streams: Pick<MessageStreams, "waiting">,
  partitions: number,
): AccountingWatch {
  let last: { readonly measured: MeasuredAccounting; readonly measuredAt: string } | null = null;
  let measuredMs = Number.NEGATIVE_INFINITY;
  let isMeasuring = false;

  async function waiting() {
    const measured = withDeadline(streams.waiting(partitions), redisMsMax, "Redis");
    return await measured.then(db.accounting.notStored).catch(() => null);
  }

  async function measure(): Promise<void> {
    const measured = await db.accounting.measure(database, waiting);
    last = { measured, measuredAt: new Date().toISOString() };
  }

  return {
    latest() {
      if (!isMeasuring && performance.now() - measuredMs > staleMs) {
        isMeasuring = true;
        // Without Postgres it is not known; the status says that it does not answer.
        void measure()
          .catch(() => void (last = null))
          .finally(() => {
            isMeasuring = false;
            measuredMs = performance.now();
          });
      }
      const bounds = last?.measured.bounds ?? null;
      return bounds && last && { ...bounds, measuredAt: last.measuredAt };
    },
    measured: () => last?.measured ?? null,
  };
}
