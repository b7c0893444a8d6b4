import { EventEmitter, once } from "node:events";
import process from "node:process";
import { expect, test } from "vitest";
import { Supervised, type Supervision } from "../src/processes/supervised.ts";

const idle = "setInterval(() => {}, 1000);";
const stubborn = `process.on('SIGTERM', () => {}); process.on('disconnect', () => {}); ${idle} console.log('up');`;

/** Prints its port. `/busy?<ms>` blocks its event loop for as long. */
const busyServer = `
const server = require("node:http").createServer((request, response) => {
  const ms = Number(request.url.split("?")[1] ?? 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

async function answers(port: string, path: string, msMax: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}${path}`;
  return await fetch(url, { signal: AbortSignal.timeout(msMax) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const readyMsMax = 20_000;

function running(code: string, isReady = async () => true): Supervision {
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

function supervise(what: Supervision, output: (chunk: Buffer) => void = () => undefined) {
  const lines: string[] = [];
  const pids = new EventEmitter();
  const supervised = new Supervised(what, {
    output,
    restarting: (line) => lines.push(line),
    pidChanged: (pid) => pids.emit(pid === null ? "ended" : "started", pid),
  });
  return { supervised, lines, pids };
}

test("restarts a process that was killed, with a new process id", async () => {
  const { supervised, lines, pids } = supervise(running(idle));
  await supervised.ready;
  const before = supervised.pid;
  const startedAgain = once(pids, "started");
  process.kill(before ?? 0, "SIGKILL");
  const [after] = await startedAgain;
  expect(after).not.toBe(before);
  expect(supervised.pid).toBe(after);
  expect(lines).toEqual(["fake ended (SIGKILL); restarting it"]);
  await supervised.stop();
  expect(supervised.pid).toBeNull();
});

test("kills a frozen process and starts it again, but none that has not answered yet", async () => {
  let isAnswering = false;
  let probes = 0;
  const { supervised, lines, pids } = supervise({
    ...running(idle),
    isAlive: async () => {
      probes += 1;
      return isAnswering;
    },
    silentMsMax: 60,
  });
  await supervised.ready;
  const first = supervised.pid;
  await expect.poll(() => probes).toBeGreaterThan(20);
  expect(supervised.pid).toBe(first);
  isAnswering = true;
  const unanswered = probes;
  await expect.poll(() => probes).toBeGreaterThan(unanswered + 1);
  const startedAgain = once(pids, "started");
  // Stopped, it would ignore the usual signal.
  process.kill(first ?? 0, "SIGSTOP");
  isAnswering = false;
  const [second] = await startedAgain;
  expect(second).not.toBe(first);
  expect(lines).toEqual(["fake ended (frozen, and therefore killed); restarting it"]);
  await supervised.stop();
});

test("rejects a process that ends three times without having been ready", async () => {
  const { supervised, lines } = supervise(running("process.exit(7)", async () => false));
  await expect(supervised.ready).rejects.toThrow("fake does not start: exit code 7");
  expect(lines).toHaveLength(2);
  expect(supervised.pid).toBeNull();
});

test("rejects and ends a process that is not ready in time", async () => {
  const { supervised, pids } = supervise({ ...running(idle, async () => false), readyMsMax: 300 });
  const ended = once(pids, "ended");
  await expect(supervised.ready).rejects.toThrow("not ready within 0.3 s");
  await ended;
});

test("kills a process that ignores the stop signal", async () => {
  let printed = "";
  const { supervised, pids } = supervise(
    running(stubborn, async () => printed.includes("up")),
    (chunk) => (printed += chunk.toString()),
  );
  await supervised.ready;
  const ended = once(pids, "ended");
  await supervised.stop(100);
  await ended;
  expect(supervised.pid).toBeNull();
});

test("spares a process that is busy for a third of the time, and kills one that is busy for longer", async () => {
  let port = "";
  let answered = 0;
  const { supervised, lines, pids } = supervise(
    {
      ...running(busyServer, async () => port !== ""),
      async isAlive(msMax) {
        const isAlive = await answers(port, "/", msMax);
        if (isAlive) answered += 1;
        return isAlive;
      },
      silentMsMax: 12_000,
    },
    (chunk) => (port = chunk.toString().trim()),
  );
  await supervised.ready;
  const first = supervised.pid;
  // One that has answered no probe is still starting, and is not killed.
  await expect.poll(() => answered).toBeGreaterThan(0);
  await answers(port, "/busy?4000", 1_000);
  // It answers this one after it was busy.
  expect(await answers(port, "/", 30_000)).toBe(true);
  expect([supervised.pid, lines]).toEqual([first, []]);
  const ended = once(pids, "ended");
  // Until it is killed: on a busy machine the request may take a while to arrive.
  await answers(port, "/busy?600000", 100_000);
  await ended;
  await expect
    .poll(() => lines)
    .toEqual(["fake ended (frozen, and therefore killed); restarting it"]);
  await supervised.stop();
}, 120_000);

test("rejects a program that does not exist", async () => {
  const missing: Supervision = {
    ...running(""),
    program: () => ({ file: "/no/such", args: [], stopSignal: "SIGTERM", ipc: false }),
    isReady: async () => false,
  };
  await expect(supervise(missing).supervised.ready).rejects.toThrow("fake does not start");
});

test("restarts a process on request without counting it as a failure", async () => {
  const { supervised, lines, pids } = supervise(running(idle));
  await supervised.ready;
  const before = supervised.pid;
  const startedAgain = once(pids, "started");
  supervised.restart();
  const [after] = await startedAgain;
  expect(after).not.toBe(before);
  expect(lines).toEqual([]);
  await supervised.stop();
});
