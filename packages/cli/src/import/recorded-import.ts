import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { operator } from "../operator.ts";

/** The counts of what a batch of an import has written. */
interface BatchCounts {
  readonly added: number;
  readonly changed: number;
}

/**
 * Runs an import of several batches, and adds one row to the audit log with the sum of their counts,
 * also if the import fails between two batches.
 *
 * @param work calls its argument after each batch
 */
export async function recordedImport<Result>(
  queries: RunQueries,
  kind: "airframes" | "messages" | "stations",
  work: (wrote: (counts: BatchCounts) => void) => Promise<Result>,
): Promise<Result> {
  let [added, changed] = [0, 0];

  async function record(isComplete: boolean): Promise<void> {
    const object = { kind: "import", id: kind };
    const details = { added, changed, isComplete };
    const action = { actor: operator(), action: `${kind}.import`, object, details };
    await queries(async (sql) => {
      await db.audit.recordAction(sql, action);
    });
  }

  const result = await work((counts) => {
    added += counts.added;
    changed += counts.changed;
  }).catch(async (error: unknown) => {
    // The error of the import says more than that of its record.
    await record(false).catch(() => {});
    throw error;
  });
  await record(true);
  return result;
}
