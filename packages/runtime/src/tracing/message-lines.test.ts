import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createLogger } from "../logs/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createMessageLines, linesPerSecondMax } from "./message-lines.ts";
import { openTracing } from "./tracing.ts";

type Line = { readonly messageId?: string; readonly leftOut?: number };

/** Lines of a process whose clock a test sets, and what it has written. */
function process(level = "debug") {
  const clock = { ms: 0 };
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const log = createLogger("test", level, 0, { write });
  const stage = createMessageLines(log, () => clock.ms).stage("append");
  const ids = () => lines.flatMap(({ messageId }) => messageId ?? []);
  return { clock, lines, log, stage, ids };
}

const messages = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID() }));

test("a line has the message, the stage, how long it took, and what else is known", () => {
  const { stage, lines } = process();
  const [message = { id: "" }] = messages(1);
  stage.record([{ ...message, keptId: "k", requestId: "r" }], 1_000, 1_007);
  expect(lines).toMatchObject([
    { level: 20, messageId: message.id, stage: "append", ms: 7, keptId: "k", requestId: "r" },
  ]);
});

test("lines of a second are bounded, and the next one says how many were left out", () => {
  const { clock, stage, lines, ids } = process();
  stage.record(messages(linesPerSecondMax + 7), 0);
  expect(ids()).toHaveLength(linesPerSecondMax);
  clock.ms = 1_000;
  stage.record(messages(1), 0);
  expect(lines.find(({ leftOut }) => leftOut !== undefined)).toMatchObject({ leftOut: 7 });
});

test("under the same load, processes write lines for the same messages", () => {
  const [one, other] = [process(), process()];
  for (const ms of [0, 1_000]) {
    const batch = messages(5 * linesPerSecondMax);
    for (const { clock, stage, lines } of [one, other]) {
      clock.ms = ms;
      lines.length = 0;
      stage.record(one.stage === stage ? batch : batch.toReversed(), 0);
    }
  }
  // They see them in different orders. The bound may cut a few off.
  const others = new Set(other.ids());
  expect(one.ids().filter((id) => others.has(id)).length).toBeGreaterThan(0.8 * linesPerSecondMax);
});

test("without a collector and above the level debug nothing is recorded", async () => {
  const options = { endpoint: undefined, ratio: 1, service: "test", replica: "test" };
  const opened = async (level: string) =>
    await openTracing(options, { log: process(level).log, metrics: createMetrics({}) });
  expect(await opened("info")).toBeUndefined();
  expect((await opened("debug"))?.request("GET", undefined)).toBeNull();
});
