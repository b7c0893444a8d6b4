import { dumpvdl2Xid } from "@jetwire/decoders/samples";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  postLines,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLines, runBridge } from "./running-bridge.ts";

const ident = "AI-RC01";
let jw: Deployment;
let key: string;
beforeAll(async () => {
  jw = await startDeployment();
  ({ apiKey: key } = await addFeeder(jw, "alice", ident));
});
afterAll(() => jw[Symbol.asyncDispose]());

interface AircraftFile {
  readonly now: number;
  readonly messages: number;
  readonly aircraft: readonly Readonly<Record<string, unknown>>[];
}

async function readAircraft(port: number | null): Promise<AircraftFile> {
  const response = await fetch(`http://127.0.0.1:${port}/data/aircraft.json?_=1`);
  return (await response.json()) as AircraftFile;
}

function positionLine(): string {
  const t = { sec: Math.floor(Date.now() / 1_000), usec: 0 };
  return JSON.stringify({ vdl2: { ...dumpvdl2Xid.vdl2, station: ident, t } });
}

test("programs get positions as BaseStation lines and as aircraft.json", async () => {
  await using bridge = await runBridge(jw, key, { BRIDGE_SBS: "0", BRIDGE_AIRCRAFT: "0" });
  using sbs = readLines(bridge.ports.sbs ?? 0);
  await until("the reader", async () => (await bridge.status()).aircraft?.sbsClients === 1);
  await postLines(jw, [positionLine()]);
  const line = await until("a position", () => sbs.lines.find((one) => one.startsWith("MSG,3,")));
  const fields = line.split(",");
  expect(fields).toHaveLength(22);
  const [hex = "", lat = "", lon = ""] = [fields[4], fields[14], fields[15]];
  const { now, aircraft } = await readAircraft(bridge.ports.aircraft);
  expect(Math.abs(now - Date.now() / 1_000)).toBeLessThan(60);
  expect(aircraft).toMatchObject([
    { hex: hex.toLowerCase(), lat: Number(lat), lon: Number(lon), type: "adsc", messages: 1 },
  ]);
  const receiver = await fetch(`http://127.0.0.1:${bridge.ports.aircraft}/data/receiver.json`);
  expect(await receiver.json()).toMatchObject({ refresh: 1_000, history: 0 });
});

test("the address of an aircraft that sends only its tail is asked for", async () => {
  const tail = "N4242X";
  await postLines(jw, [acarsdecLine(ident, "FIRST", { tail })]);
  const id = await until("its airframe", async () => {
    const rows = await jw.database.sql<{ id: string }[]>`
      update airframes set icao = 'A4242B' where tail = ${tail} returning id::text`;
    return rows[0]?.id;
  });
  expect(id).toBeDefined();
  await using bridge = await runBridge(jw, key, { BRIDGE_AIRCRAFT: "0" });
  await until("the aircraft", async () => {
    await postLines(jw, [acarsdecLine(ident, "AGAIN", { tail, flight: "UA0077" })]);
    const { aircraft } = await readAircraft(bridge.ports.aircraft);
    return aircraft.some(
      ({ hex, flight, r }) => hex === "a4242b" && flight === "UA77    " && r === tail,
    );
  });
});

test("an aircraft without an address is left out, and counted", async () => {
  await using bridge = await runBridge(jw, key, { BRIDGE_AIRCRAFT: "0" });
  await until("the count", async () => {
    await postLines(jw, [acarsdecLine(ident, "UNKNOWN", { tail: "N4343Y" })]);
    return ((await bridge.status()).aircraft?.withoutAddress ?? 0) > 0;
  });
  expect((await readAircraft(bridge.ports.aircraft)).aircraft).toEqual([]);
});

test("the firehose needs no key", async () => {
  await using bridge = await runBridge(jw, null, {
    BRIDGE_SOURCE: "firehose",
    BRIDGE_AIRCRAFT: "0",
  });
  const shown = async () => {
    await postLines(jw, [positionLine()]);
    return (await readAircraft(bridge.ports.aircraft)).aircraft.length;
  };
  await expect.poll(shown).toBeGreaterThan(0);
});

test("the page says what is received and given out, without the key", async () => {
  await using bridge = await runBridge(jw, key, {
    BRIDGE_AIRCRAFT: "0",
    BRIDGE_SEND: "udp://127.0.0.1:9",
  });
  const page = await (await fetch(`http://127.0.0.1:${bridge.ports.page}/`)).text();
  expect(page).toContain("<h1>Jetwire bridge</h1>");
  expect(page).toContain("udp://127.0.0.1:9");
  expect(page + JSON.stringify(await bridge.status())).not.toContain(key);
});
