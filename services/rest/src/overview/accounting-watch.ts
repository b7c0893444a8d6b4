import { type Account, measureAccounting, notStored } from "@jetwire/db";
import type { Overview } from "@jetwire/protocol";
import type { MessageStreams } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

const staleMs = 5_000;
const redisMsMax = 2_000;

/** The account of all offered messages, measured in the background while somebody asks for it. */
export interface AccountingWatch {
  /** Returns the last result, and starts a new measurement if it is old. */
  latest(): Overview["unaccounted"];
  /** Returns the account of the last result; null until it was measured. */
  account(): Account | null;
}

/** @param read reads the primary */
export function createAccountingWatch(
  read: Read,
  streams: Pick<MessageStreams, "waiting">,
  partitions: number,
): AccountingWatch {
  let last: Overview["unaccounted"] = null;
  let account: Account | null = null;
  let measuredMs = Number.NEGATIVE_INFINITY;
  let isMeasuring = false;
  const database = { withQueryDeadline: read };

  async function waiting() {
    const measured = withDeadline(streams.waiting(partitions), redisMsMax, "Redis");
    return await measured.then(notStored).catch(() => null);
  }

  async function measure(): Promise<void> {
    const { bounds, sum } = await measureAccounting(database, waiting);
    account = sum;
    last = bounds && { ...bounds, measuredAt: new Date().toISOString() };
  }

  return {
    latest() {
      if (!isMeasuring && performance.now() - measuredMs > staleMs) {
        isMeasuring = true;
        // Without Postgres it is not known; the status says that it does not answer.
        void measure()
          .catch(() => void (last = account = null))
          .finally(() => {
            isMeasuring = false;
            measuredMs = performance.now();
          });
      }
      return last;
    },
    account: () => account,
  };
}
