import { type FaultReport, runbookPath } from "./follow-faults.ts";

/** The words of a report, in every channel. */
export interface ReportText {
  readonly title: string;
  readonly body: string;
  /** The path of the runbook's section at the origin of the instance. */
  readonly runbook: string;
}

/** Writes a report in words: what is wrong, since when, and what to do. */
export function reportText({ kind, fault, consequences, isLast }: FaultReport): ReportText {
  const { severity, sentence, remedy, sinceMs, endedMs } = fault;
  const runbook = runbookPath(fault.check);
  if (kind === "ended") {
    const endMs = endedMs ?? fault.seenMs;
    const lasted = `It lasted ${durationText(endMs - sinceMs)}, until ${timeText(endMs)} UTC.`;
    return { title: `Ended: ${sentence}`, body: lasted, runbook };
  }
  const state = kind === "lasts" ? `still ${severity}` : severity;
  const parts = [
    `What to do: ${remedy}.`,
    `It began at ${timeText(sinceMs)} UTC.`,
    ...(consequences.length > 0 ? [`What follows from it: ${consequences.join("; ")}.`] : []),
    ...(isLast ? ["It begins and ends often: nothing more is said of it for up to an hour."] : []),
  ];
  return {
    title: `${state.charAt(0).toUpperCase()}${state.slice(1)}: ${sentence}`,
    body: parts.join(" "),
    runbook,
  };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
