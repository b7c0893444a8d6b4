import { EventEmitter, once } from "node:events";
import process from "node:process";
import { expect, test } from "vitest";
import { type Part, Supervised } from "../src/supervision/supervised.ts";

const idle = "setInterval(() => {}, 1000);";
const stubborn = `process.on('SIGTERM', () => {}); process.on('disconnect', () => {}); ${idle} console.log('up');`;

const readyMsMax = 20_000;

function part(code: string, isReady = async () => true): Part {
  return {
    name: "fake",
    readyMsMax,
    isReady,
    program: () => ({
      file: process.execPath,
      args: ["-e", code],
      stopSignal: "SIGTERM",
      ipc: true,
    }),
  };
}

function supervise(what: Part, output: (chunk: Buffer) => void = () => undefined) {
  const lines: string[] = [];
  const pids = new EventEmitter();
  const supervised = new Supervised(what, {
    output,
    restarting: (line) => lines.push(line),
    pidChanged: (pid) => pids.emit(pid === null ? "ended" : "started", pid),
  });
  return { supervised, lines, pids };
}

test("starts a process again that was killed, under a new process id", async () => {
  const { supervised, lines, pids } = supervise(part(idle));
  await supervised.ready;
  const before = supervised.pid;
  const startedAgain = once(pids, "started");
  process.kill(before ?? 0, "SIGKILL");
  const [after] = await startedAgain;
  expect(after).not.toBe(before);
  expect(supervised.pid).toBe(after);
  expect(lines).toEqual(["fake ended (SIGKILL); starting again in 200 ms"]);
  await supervised.stop();
  expect(supervised.pid).toBeNull();
});

test("gives up on one that ends three times without having been ready", async () => {
  const { supervised, lines } = supervise(part("process.exit(7)", async () => false));
  await expect(supervised.ready).rejects.toThrow("fake does not start: exit code 7");
  expect(lines).toHaveLength(2);
  expect(supervised.pid).toBeNull();
});

test("gives up on one that is not ready in time, and ends it", async () => {
  const { supervised, pids } = supervise({ ...part(idle, async () => false), readyMsMax: 300 });
  const ended = once(pids, "ended");
  await expect(supervised.ready).rejects.toThrow("not ready within 0.3 s");
  await ended;
});

test("kills one that does not end when asked", async () => {
  let said = "";
  const { supervised, pids } = supervise(
    part(stubborn, async () => said.includes("up")),
    (chunk) => (said += chunk.toString()),
  );
  await supervised.ready;
  const ended = once(pids, "ended");
  await supervised.stop(100);
  await ended;
  expect(supervised.pid).toBeNull();
});

test("says so when there is no such program", async () => {
  const missing: Part = {
    ...part(""),
    program: () => ({ file: "/no/such", args: [], stopSignal: "SIGTERM", ipc: false }),
    isReady: async () => false,
  };
  await expect(supervise(missing).supervised.ready).rejects.toThrow("fake does not start");
});
