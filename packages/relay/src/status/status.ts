import type { LineBuffer } from "../buffer/line-buffer.ts";
import type { RelayConfig } from "../config/relay-config.ts";
import type { Input } from "../inputs/input.ts";
import type { Output } from "../outputs/output.ts";

/** The counts of what a relay receives and what its outputs took, as `/status.json` has it. */
export type RelayStatus = ReturnType<ReturnType<typeof createStatus>>;

/** Creates a function that returns the status now. */
export function createStatus({
  inputs,
  outputs,
  buffer,
  config,
}: {
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly buffer: Pick<LineBuffer, "bytes" | "pending" | "overflowed" | "writeProblem">;
  readonly config: Pick<RelayConfig, "listen">;
}) {
  const startedAt = new Date().toISOString();
  return () => ({
    startedAt,
    now: new Date().toISOString(),
    buffer: {
      bytes: buffer.bytes,
      pending: buffer.pending,
      /** Lines that were lost because the disk did not take them. */
      lost: buffer.overflowed,
      problem: buffer.writeProblem,
    },
    inputs: inputs.map(({ name, state: { last, lastRejected, ...counts } }, index) => ({
      name,
      port: sourceOf(config.listen[index]),
      ...counts,
      last: last && { at: iso(last.atMs), text: last.text },
      lastRejected: lastRejected && { at: iso(lastRejected.atMs), text: lastRejected.text },
    })),
    outputs: outputs.map(outputStatus),
  });
}

/** Describes where lines come from, without the password of a broker. */
function sourceOf(input: RelayConfig["listen"][number] | undefined): string {
  if (input?.from === undefined) return `${input?.transport} ${input?.port}`;
  const { protocol, host } = input.from;
  return `${protocol}//${host}`;
}

/** The counts of an output, as `/status.json` has them. */
export type OutputStatus = ReturnType<typeof outputStatus>;

/** Returns the counts of an output now. */
export function outputStatus({ name, to, state }: Output) {
  return {
    name,
    to,
    taken: state.taken,
    perMinute: state.perMinute,
    bytes: state.bytes,
    repeated: state.repeated,
    refused: state.refused,
    dropped: state.dropped,
    lastTakenAt: state.lastTakenAtMs === null ? null : iso(state.lastTakenAtMs),
    waiting: {
      lines: state.waiting.lines,
      bytes: state.waiting.bytes,
      oldestAt: state.waiting.oldestMs === null ? null : iso(state.waiting.oldestMs),
    },
    problem: state.problem && { since: iso(state.problem.sinceMs), text: state.problem.text },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
