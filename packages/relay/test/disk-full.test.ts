import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { startRelayProcess } from "./relay-process.ts";
import { closedPort, freshLines, receiveTcp } from "./running-relay.ts";

test("a disk that takes nothing more costs the lines that do not fit into memory, which are counted, and nothing else", async () => {
  const port = await closedPort();
  // The system refuses to write behind 64 KiB of a file, as a full disk does.
  await using relay = await startRelayProcess([{ name: "down", to: `tcp://127.0.0.1:${port}` }], {
    fileKilobytesMax: 64,
  });
  const lines = freshLines(150, "SIM-FULL", { padding: "x".repeat(50_000) });
  const statusOf = async () => {
    const { buffer, outputs, inputs } = await relay.status();
    const counted = (outputs[0]?.waiting.lines ?? 0) + buffer.pending + buffer.lost;
    return { ...buffer, counted, received: inputs[0]?.lines };
  };
  await relay.sendUnwritten(lines);
  const full = await until("a refusal", async () => {
    const now = await statusOf();
    return now.problem !== null && now.received === lines.length && now;
  });
  expect(full.problem).toMatch(/the disk of .* takes no lines: EFBIG/);
  expect(full.lost).toBeGreaterThan(0);
  expect(full.counted).toBe(lines.length);
  await using sink = await receiveTcp(true, port);
  await until("what was written", () => sink.lines.length > 0);
  expect(sink.lines).toEqual(lines.slice(0, sink.lines.length));
});
