import type { Socket } from "node:net";
import { stationRoom } from "@jetwire/protocol";
import { clientFrame, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayProcess, startGatewayProcess } from "./gateway-process.ts";
import { readUntil, msUntilClosed, openSession } from "./raw-socket.ts";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
let gateway: GatewayProcess;
beforeAll(async () => {
  rig = await openRig();
  gateway = await startGatewayProcess(rig);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});

async function measure(name: string): Promise<number> {
  const lines = (await gateway.metrics()).split("\n").filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
const residentMb = async () => (await measure("process_resident_memory_bytes")) / 2 ** 20;
const cut = (reason: string) => measure(`jetwire_gateway_connections_cut_total{reason="${reason}"`);

/** Emits into a room as any process with the adapter does. */
async function publish(room: string, event: string, payload: object): Promise<void> {
  const packet = { type: 2, data: [event, payload], nsp: "/" };
  const opts = { rooms: [room], except: [], flags: {} };
  const text = JSON.stringify({ type: 3, data: { packet, opts }, uid: "x", nsp: "/" });
  await rig.redis.spublish(`${rig.keys.adapterPrefix}#/#${room}#`, text);
}

/** A client that asks for a station and from then on never reads, but goes on saying pong. */
async function openBlindPong(stationId: number): Promise<Socket> {
  const raw = await openSession(gateway.port);
  raw.write(clientFrame(`42["station:monitor:start",${stationId}]`));
  await readUntil(raw, "station:monitor:started");
  raw.pause();
  const ponging = setInterval(() => raw.write(clientFrame("3")), 500);
  raw.once("close", () => clearInterval(ponging));
  return raw;
}

test("A-13, G13: a hundred clients that never read but answer pings are cut off; a client that reads gets everything in time", async () => {
  const stationId = (await rig.feeder("HR-1")).stationIds[0] ?? 0;
  const reader = rig.connect(gateway);
  reader.socket.emit("station:monitor:start", stationId);
  await reader.next("station:monitor:started");
  let sent = 0;
  const text = "x".repeat(20_000);
  /** Sends events, each after the reader received the one before. @returns the 99th percentile, in ms */
  async function send(count: number): Promise<number> {
    const latencies: number[] = [];
    for (let n = 0; n < count; n++) {
      const arrived = new Promise((resolve) => reader.socket.once("station:monitor:data", resolve));
      const startMs = performance.now();
      const payload = { station: {}, stationId, newMessages: [text], number: ++sent };
      await publish(stationRoom(stationId), "station:monitor:data", payload);
      expect(await arrived).toMatchObject({ number: sent });
      latencies.push(performance.now() - startMs);
    }
    return latencies.toSorted((x, y) => x - y)[Math.floor(count * 0.99)] ?? 0;
  }

  const aloneMs = await send(300);
  const hostile = await Promise.all(Array.from({ length: 100 }, () => openBlindPong(stationId)));
  const beforeMb = await residentMb();
  let mostMb = beforeMb;
  const p99s: number[] = [];
  await until(
    "all hostile readers to be cut off",
    async () => {
      p99s.push(await send(50));
      mostMb = Math.max(mostMb, await residentMb());
      return (await cut("slow")) >= hostile.length;
    },
    60_000,
  );
  const grown = mostMb - beforeMb;
  console.log(
    `100 blind pongs: all cut after ${sent} events of 20 kB, memory ${grown.toFixed(0)} MB more at most; ` +
      `p99 of the reader ${aloneMs.toFixed(1)} ms alone, ${Math.max(...p99s).toFixed(1)} ms among them`,
  );
  for (const raw of hostile) await msUntilClosed(raw);
  expect(await cut("slow")).toBe(hostile.length);
  expect(grown).toBeLessThan(128);
}, 90_000);

test("A-08: unsolicited pings by a client that never reads the answers end the connection", async () => {
  const raw = await openSession(gateway.port);
  raw.pause();
  const beforeMb = await residentMb();
  const ping = clientFrame("x".repeat(125), 0x89);
  raw.write(Buffer.concat(Array.from({ length: 200_000 }, () => ping)));
  expect(await msUntilClosed(raw)).toBeLessThan(2_000);
  const grown = (await residentMb()) - beforeMb;
  expect(await cut("flood")).toBe(1);
  expect(grown).toBeLessThan(32);
});
