import { MonitorData } from "@jetwire/protocol";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

const idents = Array.from({ length: 8 }, (_, n) => `ID-${n}`);
const rounds = 50;

let jw: Deployment;
let stationIds: readonly number[] = [];
beforeAll(async () => {
  jw = await startDeployment({ gateways: 1, workers: { fanout: 1 } });
  ({ stationIds } = await addFeeder(jw, "owner", ...idents));
});
afterAll(() => jw[Symbol.asyncDispose]());

test("two fanouts with the same replica number read different partitions: a monitor receives each message once", async () => {
  // As `docker compose up --scale fanout=2` starts them.
  await jw.startWorker("fanout", { SERVICE_REPLICA: "0" });
  const socket = io(jw.gatewayUrls[0] ?? "", { transports: ["websocket"], forceNew: true });
  const received: string[] = [];
  socket.on("station:monitor:data", (data: unknown) =>
    received.push(...MonitorData.parse(data).newMessages.map(({ text }) => text ?? "")),
  );
  for (const id of stationIds) await socket.emitWithAck("station:monitor:start", id);
  try {
    const sent: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const texts = idents.map((ident) => `${ident} ${round}`);
      await Promise.all(
        idents.map((ident, n) =>
          postLines(jw, [acarsdecLine(ident, texts[n] ?? "", { block_id: String(round % 10) })]),
        ),
      );
      sent.push(...texts);
    }
    await until("every message", () => new Set(received).size === sent.length, 30_000);
    const repeated = received.length - new Set(received).size;
    console.log(`${received.length} received of ${sent.length}, ${repeated} repeated`);
    expect(repeated).toBe(0);
    for (const ident of idents) {
      const own = (texts: readonly string[]) =>
        texts.filter((text) => text.startsWith(`${ident} `));
      expect(own(received)).toEqual(own(sent));
    }
  } finally {
    socket.disconnect();
  }
}, 90_000);
