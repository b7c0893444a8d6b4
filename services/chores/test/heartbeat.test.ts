import { createLogger } from "@jetwire/runtime";
import { startReceiver, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { sendHeartbeat } from "../src/health/send-heartbeat.ts";

test("the heartbeat is sent when the service is well, again after a failure, and its URL is not logged", async () => {
  await using receiver = await startReceiver();
  const lines: string[] = [];
  const log = createLogger("chores", "info", 0, { write: (line: string) => void lines.push(line) });
  const stop = new AbortController();
  let asked = 0;
  // Well from the second look on.
  const isWell = () => ++asked > 1;
  receiver.answer = () => (receiver.received.length > 1 ? [200] : [503]);
  const sending = sendHeartbeat(`${receiver.url}/a-secret`, { isWell, log }, stop.signal);
  await until("a heartbeat that is accepted", () => receiver.received.length > 1);
  expect(asked).toBeGreaterThanOrEqual(3);
  stop.abort();
  await sending;
  expect(lines.join("")).toContain("answered with 503");
  expect(lines.join("")).not.toContain("a-secret");
});

test("a watchdog that does not answer is named by the error alone", async () => {
  const lines: string[] = [];
  const log = createLogger("chores", "info", 0, { write: (line: string) => void lines.push(line) });
  const stop = new AbortController();
  const parts = { isWell: () => true, log };
  const sending = sendHeartbeat("http://127.0.0.1:9/a-secret", parts, stop.signal);
  await until("the failure", () => lines.length > 0);
  stop.abort();
  await sending;
  expect(lines.join("")).toContain("could not be sent");
  expect(lines.join("")).not.toContain("a-secret");
});
