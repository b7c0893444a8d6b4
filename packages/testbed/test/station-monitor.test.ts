import { MonitorData } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

let jw: Deployment;
beforeAll(async () => {
  jw = await startDeployment({ gateways: 2 });
  await addFeeder(jw, "monitored", "TM-ONE");
});
afterAll(() => jw[Symbol.asyncDispose]());

async function post(count: number, from: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) =>
    acarsdecLine("TM-ONE", `number ${from + n}`, { block_id: String(n % 10) }),
  );
  await postLines(jw, lines);
}

async function monitoring(url: string, stationId: number) {
  const socket: Socket = io(url, { transports: ["websocket"], forceNew: true });
  const batches: MonitorData[] = [];
  const stopped: unknown[] = [];
  socket.on("station:monitor:data", (data: unknown) => batches.push(MonitorData.parse(data)));
  socket.on("station:monitor:stopped", (payload: unknown) => stopped.push(payload));
  await socket.emitWithAck("station:monitor:start", stationId);
  const texts = () => batches.flatMap(({ newMessages }) => newMessages.map(({ text }) => text));
  return { socket, batches, stopped, texts };
}

test("R-36, R-37: fanout's messages come on every gateway in order, in batches, until the station is hidden", async () => {
  const { sql } = jw.database;
  const [row] = await sql<{ id: number }[]>`select id from stations where ident = 'TM-ONE'`;
  const stationId = row?.id ?? 0;
  const clients = await Promise.all(jw.gatewayUrls.map((url) => monitoring(url, stationId)));
  try {
    await post(120, 0);
    const wanted = Array.from({ length: 120 }, (_, n) => `number ${n}`);
    for (const { texts, batches } of clients) {
      await until("all messages", () => texts().length >= wanted.length);
      expect(texts()).toEqual(wanted);
      for (const { station, newMessages, ...rest } of batches) {
        expect({ station, ...rest }).toEqual({
          station: { id: stationId, ident: "TM-ONE" },
          stationId,
        });
        expect(newMessages.length).toBeLessThanOrEqual(50);
      }
    }
    await sql`update stations set hidden = true where id = ${stationId}`;
    const hiddenMs = performance.now();
    for (const { stopped } of clients) {
      await until("the end of the monitor", () => stopped.length === 1, 5_000);
    }
    console.log(`hidden: stopped after ${Math.round(performance.now() - hiddenMs)} ms`);
    await post(10, 200);
    await until("the record to have them", async () => {
      const [count] = await sql<{ n: number }[]>`
        select count(*)::int as n from messages where station_id = ${stationId}`;
      return count?.n === 130;
    });
    for (const { texts } of clients) expect(texts()).toEqual(wanted);
  } finally {
    for (const { socket } of clients) socket.disconnect();
  }
});
