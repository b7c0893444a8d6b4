import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGatewayProcess } from "./gateway-process.ts";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Linux lets so many wait at most, by default 4,096; other systems at least 128. */
function waitingMax(): number {
  try {
    return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  } catch {
    return 128;
  }
}

test("1,500 clients that come at once wait for a busy gateway, and none has to try again", async () => {
  const clients = Math.min(1_500, waitingMax());
  await using gateway = await startGatewayProcess(rig);
  process.kill(gateway.pid, "SIGSTOP");
  const sockets: Socket[] = [];
  let connected = 0;
  try {
    for (let n = 0; n < clients; n++) {
      const socket = connect({ host: "127.0.0.1", port: gateway.port });
      socket.once("connect", () => connected++);
      socket.on("error", () => {});
      sockets.push(socket);
    }
    await until("all to be in the queue", () => connected === clients);
    expect(connected).toBe(clients);
  } finally {
    for (const socket of sockets) socket.destroy();
    process.kill(gateway.pid, "SIGCONT");
  }
});
