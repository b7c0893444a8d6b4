import { fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

test("a process is ready once its service is open, not when it begins to open it", async () => {
  const port = await freePort();
  const script = fileURLToPath(new URL("slow-start.ts", import.meta.url));
  const child = fork(script, { env: { HEALTH_PORT: String(port) }, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return { status: answer?.status, body: await answer?.json() };
  };
  const opening = { ready: false, checks: { started: "not started yet" }, alarms: {} };
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 503, body: opening });
  child.send("open");
  const open = { ready: true, checks: { started: true }, alarms: {} };
  await expect.poll(ready).toEqual({ status: 200, body: open });
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

test("an error that nothing handles is logged and ends the process with a failure", async () => {
  const script = fileURLToPath(new URL("slow-start.ts", import.meta.url));
  const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
  const child = fork(script, { env: { HEALTH_PORT: "0" }, stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const logged = text(child.stdout ?? Readable.from([]));
  const exited = once(child, "exit");
  child.send("reject");
  expect(await exited).toEqual([1, null]);
  expect(await logged).toContain("nothing handles this");
});

test("a process whose service drains has ten seconds to close after that", async () => {
  const script = fileURLToPath(new URL("slow-start.ts", import.meta.url));
  const stdio = ["ignore", "pipe", "ignore", "ipc"] as const;
  const child = fork(script, { env: { HEALTH_PORT: "0" }, stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  child.send("drain");
  if (child.stdout) await once(child.stdout, "data");
  const sinceMs = performance.now();
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - sinceMs).toBeGreaterThan(10_000);
}, 60_000);

test("a process whose event loop is blocked is killed, and logs it", async () => {
  const { child, logged } = startBlocking("1");
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  const lines = (await logged).trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    level: 60,
    name: "slow-start",
    msg: "the event loop has not answered for 1 s: the process is killed",
  });
});

test("without a watchdog, a process goes on after its event loop was blocked", async () => {
  const { child } = startBlocking("0");
  expect(await once(child, "message")).toEqual(["answers again", undefined]);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

test("a process whose health port is in use logs that and ends with a failure", async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await once(other.listen(0, "127.0.0.1"), "listening");
  const { port } = other.address() as AddressInfo;
  const script = fileURLToPath(new URL("slow-start.ts", import.meta.url));
  const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
  const child = fork(script, { env: { HEALTH_PORT: String(port) }, stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const logged = text(child.stdout ?? Readable.from([]));
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(await logged).toContain("EADDRINUSE");
});

/** Starts a process whose event loop is blocked for three seconds. */
function startBlocking(seconds: string) {
  const script = fileURLToPath(new URL("slow-start.ts", import.meta.url));
  const stdio = ["ignore", "pipe", "ignore", "ipc"] as const;
  const env = { HEALTH_PORT: "0", WATCHDOG_SECONDS: seconds };
  const child = fork(script, { env, stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.send("block");
  return { child, logged: text(child.stdout ?? Readable.from([])) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
