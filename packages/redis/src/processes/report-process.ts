import process from "node:process";
import { backOffMs, type Health, pause, type ProcessIdentity } from "@jetwire/runtime";
import packageJson from "../../package.json" with { type: "json" };
import type { ProcessStore } from "./processes.ts";

const reportMs = 5_000;
/** A process that is not ready reports more often, so that it is soon known to be ready. */
const notReadyReportMs = 1_000;
const problemsMax = 20;
const reasonCharsMax = 300;

/** A process that reports itself. */
export interface ReportingProcess extends ProcessIdentity {
  readonly health: Pick<Health, "readiness">;
  /** Returns figures of the service. */
  readonly figures?: () => Readonly<Record<string, number>>;
  /** Called after each report with whether an operator drains the process. */
  readonly onReported?: (isDrained: boolean) => void;
}

interface Problem {
  readonly name: string;
  readonly reason: string;
  readonly since: string;
}

/**
 * Reports a process every five seconds, each second while it is not ready, until the signal aborts, and
 * then removes its row. A report that fails is not logged: the parts that use Redis say that it does not answer.
 */
export async function reportProcess(
  store: Pick<ProcessStore, "report" | "leave">,
  { health, figures, onReported, ...about }: ReportingProcess,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  let problems: readonly Problem[] = [];
  let failures = 0;

  async function report(): Promise<boolean> {
    const readiness = await health.readiness();
    problems = problemsOf(readiness, problems);
    const isDrained = await store.report({
      ...about,
      id: about.replica.split("/").at(-1) ?? about.replica,
      version: packageJson.version,
      startedAt,
      ready: readiness.ready,
      problems: [...problems],
      memoryBytes: process.memoryUsage.rss(),
      figures: figures?.() ?? {},
    });
    onReported?.(isDrained);
    return readiness.ready;
  }

  while (!signal.aborted) {
    let pauseMs: number;
    try {
      pauseMs = (await report()) ? reportMs : notReadyReportMs;
      failures = 0;
    } catch {
      pauseMs = backOffMs(++failures, 500, reportMs);
    }
    await pause(pauseMs, signal);
  }
  // Without Redis the lease ends by itself.
  await store.leave(about.replica).catch(() => {});
}

/** Returns failing checks and alarms, with the times of those that have failed before. */
function problemsOf(
  { checks, alarms }: Awaited<ReturnType<Health["readiness"]>>,
  before: readonly Problem[],
): Problem[] {
  const failing = Object.entries(checks).flatMap(([name, result]) =>
    result === true ? [] : [[name, result] as const],
  );
  const now = new Date().toISOString();
  return [...failing, ...Object.entries(alarms)].slice(0, problemsMax).map(([name, reason]) => {
    const known = before.find((one) => one.name === name);
    return { name, reason: reason.slice(0, reasonCharsMax), since: known?.since ?? now };
  });
}
