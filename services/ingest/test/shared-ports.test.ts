import { once } from "node:events";
import { createSocket } from "node:dgram";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pause } from "@jetwire/runtime";
import { describeUnless, until } from "@jetwire/testbed";
import { freshLine, runIngest, type RunningIngest } from "./running-ingest.ts";

const feedersCount = 12;
const missing = process.platform === "linux" ? null : "no Linux, whose kernel shares ports";
let ingest: RunningIngest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-journals-"));
  ingest = await runIngest({ INGEST_REUSE_PORTS: "true", INGEST_JOURNALS_DIR: folder });
});
afterAll(async () => {
  await ingest[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Sends a datagram from each of several feeders every few milliseconds until it is stopped. */
function startFeeders(port: number): { stop(): Promise<number> } {
  const sockets = Array.from({ length: feedersCount }, () => createSocket("udp4"));
  let sent = 0;
  const stopping = new AbortController();
  async function send(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const socket of sockets) {
        await new Promise((resolve) => socket.send(freshLine(), port, "127.0.0.1", resolve));
        sent++;
      }
      await pause(5);
    }
  }
  const sending = send();
  return {
    async stop() {
      stopping.abort();
      await sending;
      for (const socket of sockets) socket.close();
      return sent;
    },
  };
}

describeUnless(missing, "shared ports", () => {
  test("an ingest that replaces another one on its ports misses no datagram", async () => {
    const first = ingest.service;
    const ports = {
      INGEST_UDP_PORTS: first.udpPorts.join(","),
      INGEST_TCP_PORTS: first.tcpPorts.join(","),
      INGEST_HTTP_PORT: String(first.httpPort),
    };
    const feeders = startFeeders(first.udpPorts[0] ?? 0);
    await pause(100);
    await ingest.begin(ports);
    expect(ingest.service.udpPorts).toEqual(first.udpPorts);
    await pause(100);
    await first[Symbol.asyncDispose]();
    await pause(100);
    let sent = await feeders.stop();
    expect(sent).toBeGreaterThan(feedersCount);

    expect((await ingest.post(freshLine())).status).toBe(202);
    const socket = connect(first.tcpPorts[0] ?? 0, "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${freshLine()}\n`);
    sent += 2;
    const { persisted } = await ingest.accounted(sent);
    expect(persisted).toBe(sent);
  });
});

test("a port that another ingest has is refused unless both share it", async () => {
  const { httpPort } = ingest.service;
  const second = runIngest({ INGEST_HTTP_PORT: String(httpPort) });
  await expect(second).rejects.toThrow("EADDRINUSE");
});

describeUnless(missing, "ports of outgoing connections", () => {
  test("a port in use by an outgoing connection is waited for, and a port that may be is named at the start", async () => {
    const taken = createServer();
    await once(taken.listen(0, "127.0.0.1"), "listening");
    const { port } = taken.address() as AddressInfo;
    const udp = createSocket("udp4");
    await once(udp.bind(port, "127.0.0.1"), "listening");
    await using other = await runIngest({}, { persister: false });
    await other.stop();
    const ports = String(port);
    const beginning = other.begin({ INGEST_TCP_PORTS: ports, INGEST_UDP_PORTS: ports });
    const logs = () => other.logged.join("\n");
    await until("it waits for the datagram port", () => logs().includes('"syscall":"bind"'));
    udp.close();
    await until("it waits for the connection port", () => logs().includes('"syscall":"listen"'));
    taken.close();
    await beginning;
    expect(other.service.tcpPorts).toEqual([port]);
    expect(other.service.udpPorts).toEqual([port]);
    // The system gave the port from its range for outgoing connections.
    expect(logs()).toContain(`may use the ports ${port},`);
  });
});
