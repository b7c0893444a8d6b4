import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Reception } from "../src/reception.ts";
import { runNetwork } from "../src/run-network.ts";
import { startLineServer } from "../../feeder/test/line-server.ts";
import { until } from "../../feeder/test/until.ts";

test("a network is played in real time to where each decoder sends, and stops cleanly", async () => {
  const udp = createSocket("udp4");
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  const datagrams: string[] = [];
  udp.on("message", (bytes) => datagrams.push(bytes.toString("latin1")));
  await using tcp = await startLineServer();

  const receptions: Reception[] = [];
  const stop = new AbortController();
  const began = Date.now();
  const running = runNetwork({
    targets: [
      { transport: "udp", host: "127.0.0.1", port: udp.address().port },
      { transport: "tcp", host: "127.0.0.1", port: tcp.port },
    ],
    seed: 7,
    stations: 24,
    ratePerSecond: 400,
    junkShare: 0,
    signal: stop.signal,
    onReception: (reception) => receptions.push(reception),
  });
  await until(() => receptions.length > 400);
  stop.abort();
  const counters = await running;
  const byTcp = receptions.filter(({ station }) => station.transport !== "udp");
  await until(() => tcp.lines.length === byTcp.length);
  // On a busy machine the kernel may drop some of a burst; it counts them.
  const udpPort = udp.address().port;
  const sentByUdp = receptions.length - byTcp.length;
  await until(() => datagrams.length + kernelDrops(udpPort) === sentByUdp);
  udp.close();

  expect(Date.now() - began).toBeGreaterThan(500);
  expect(tcp.lines.some((line) => line.startsWith(`{"hfdl"`))).toBe(true);
  expect(datagrams.some((text) => text.includes(`"label"`))).toBe(true);
  expect(counters.udp).toMatchObject({ sent: sentByUdp, refused: 0, failed: 0 });
  // Stations that post take the other reliable way when nothing listens for posts.
  expect(counters.tcp).toMatchObject({ sent: byTcp.length, refused: 0, failed: 0 });
  expect(counters.http).toBeUndefined();
});

test("without a target there is nothing to run", async () => {
  const { signal } = new AbortController();
  await expect(
    runNetwork({ targets: [], seed: 1, stations: 1, ratePerSecond: 1, signal }),
  ).rejects.toThrow("targets");
});

/** Datagrams that the kernel dropped for the socket on this port (last column of proc(5) net/udp). */
function kernelDrops(port: number): number {
  if (!existsSync("/proc/net/udp")) return 0;
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")} `;
  const row = readFileSync("/proc/net/udp", "utf8")
    .split("\n")
    .find((line) => line.slice(0, 24).includes(local));
  return Number(row?.trim().split(/\s+/).at(-1) ?? 0);
}
