import { ProcessReport } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const reportScript = loadScript(new URL("./process-report.lua", import.meta.url));
const listScript = loadScript(new URL("./process-list.lua", import.meta.url));
const drainScript = loadScript(new URL("./process-drain.lua", import.meta.url));
const leaveScript = loadScript(new URL("./process-leave.lua", import.meta.url));

/** A process counts as ended if it has not reported for this long. */
const leaseMs = 15_000;
/** A gateway that could not report for this long is not drained any more. */
const drainKeptMs = 3_600_000;
/** A process that ended without leaving, or is frozen, is listed as lost for this long. */
const lostKeptMs = 600_000;
const rowsMax = 500;
const rowCharsMax = 16_384;

/** The row that a process writes about itself. */
export type ProcessRow = Omit<ProcessReport, "reportedAt" | "draining">;

const ProcessRow = ProcessReport.omit({ reportedAt: true, draining: true });

/** The processes of the deployment that are alive. Every method rejects when Redis does not answer. */
export type ProcessStore = ReturnType<typeof createProcessStore>;

/** `unknown`: there is no such process. `last`: nothing was changed, because no other one is ready. */
export type DrainResult = "done" | "unknown" | "last";
const drainResults: readonly DrainResult[] = ["unknown", "done", "last"];

export function createProcessStore(redis: RedisClient, keys: Keys) {
  const { leases, rows, drained } = keys.processes;
  const names = [leases, rows, drained];
  async function list(which: "alive" | "lost"): Promise<ProcessReport[]> {
    const reply = (await listScript.run(redis, names, [leaseMs, which, lostKeptMs])) as string[];
    return rowsOf(reply).toSorted(byServiceAndNumber);
  }
  return {
    /** Writes the row of a process. @returns whether an operator drains it */
    async report(row: ProcessRow): Promise<boolean> {
      const text = JSON.stringify(row);
      if (text.length > rowCharsMax) throw new Error("the row of a process is too long");
      const args = [row.replica, text, leaseMs, rowsMax, drainKeptMs, lostKeptMs];
      return Number(await reportScript.run(redis, names, args)) === 1;
    },
    /** Removes the row of a process that ends. */
    async leave(replica: string): Promise<void> {
      await leaveScript.run(redis, names, [replica]);
    },
    /** Lists the processes that have reported within 15 seconds, by service and number. */
    list: (): Promise<ProcessReport[]> => list("alive"),
    /** Lists the processes that have stopped to report without leaving, within the last ten minutes: killed or frozen ones. */
    lost: (): Promise<ProcessReport[]> => list("lost"),
    /**
     * Asks a process to drain, or takes it back. The last process of its service that is ready and not drained is refused,
     * also if two are asked at once.
     *
     * @param isForced drains the last one, too
     */
    async drain(replica: string, isDrained: boolean, isForced = false): Promise<DrainResult> {
      const args = [replica, isDrained ? "1" : "0", isForced ? "1" : "0"];
      return drainResults[Number(await drainScript.run(redis, names, args))] ?? "unknown";
    },
  };
}

/** Reads the rows; one of another release that cannot be read is left out. */
function rowsOf(reply: readonly string[]): ProcessReport[] {
  const reports: ProcessReport[] = [];
  for (let at = 0; at + 2 < reply.length; at += 3) {
    const [text = "", reportedMs, drained] = reply.slice(at, at + 3);
    const row = ProcessRow.safeParse(parsedOrNull(text));
    if (!row.success) continue;
    const reportedAt = new Date(Number(reportedMs)).toISOString();
    reports.push({ ...row.data, reportedAt, draining: drained === "1" });
  }
  return reports;
}

function byServiceAndNumber(a: ProcessReport, b: ProcessReport): number {
  return (
    a.service.localeCompare(b.service) || a.number - b.number || a.replica.localeCompare(b.replica)
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
