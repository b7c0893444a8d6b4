import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startLineServer } from "../../feeder/test/line-server.ts";
import { until } from "../../feeder/test/until.ts";

const main = new URL("../src/main.ts", import.meta.url).pathname;

function start(...args: string[]) {
  return spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

test("--print writes that many lines, the same for the same seed and start", async () => {
  const args = ["--print", "20", "--seed", "7", "--start", "2026-01-01T00:00:00Z"];
  const [first, second] = await Promise.all([
    buffer(start(...args).stdout),
    buffer(start(...args).stdout),
  ]);
  expect(first.filter((byte) => byte === 0x0a)).toHaveLength(20);
  expect(second).toEqual(first);
});

test("a usage error is printed and sets the exit code", async () => {
  const child = start("--rate", "fast");
  const [printed, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(printed).toContain("--rate must be a number");
  expect(status).toBe(2);
});

test("SIGTERM stops a run cleanly", async () => {
  await using server = await startLineServer();
  const child = start("--to", `tcp://127.0.0.1:${server.port}`, "--rate", "300", "--junk", "0");
  const printed = text(child.stderr);
  await until(() => server.lines.length > 20);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const [status, signal] = await exited;
  expect([status, signal]).toEqual([0, null]);
  expect(await printed).toMatch(/"tcp":\{"offered":\d+,/);
});
