import * as db from "@jetwire/db";
import { IngestAnswer, type Message } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IngestConfig } from "../src/index.ts";
import * as decoderObjects from "@jetwire/decoders/samples";
import { runIngest, type RunningIngest } from "./running-ingest.ts";

const station = "XX-KEPT";
const t = { sec: 1_735_689_603, usec: 500_000 };
const timestamp = "2025-01-01T00:00:03.500Z";
const { acarsdecSquitter, dumpvdl2Acars, vdlm2decDownlink } = decoderObjects;

/** An object of each kind and decoder that is not stored otherwise, and what is known of it. */
const objects: readonly [name: string, object: object, expected: Partial<Message>][] = [
  [
    "link-frame of dumpvdl2",
    {
      vdl2: {
        ...dumpvdl2Acars.vdl2,
        t,
        station,
        avlc: { src: { addr: "ABC123", type: "Aircraft" }, dst: { addr: "10F1AA", type: "Ground station" } }, // prettier-ignore
      },
    },
    { source: "dumpvdl2", fromHex: "ABC123", toHex: "10F1AA", linkDirection: "downlink" },
  ],
  [
    "link-frame of vdlm2dec",
    { timestamp: t.sec + 0.5, station_id: station, freq: 136.975, hex: "ABC123", toaddr: 0x10f1aa },
    { source: "vdlm2dec", frequency: 136.975, fromHex: "ABC123", toHex: "10F1AA" },
  ],
  [
    "link-frame of dumphfdl",
    { hfdl: { t, station, freq: 11_387_000, sig_level: -99.5, lpdu: { err: false, src: { type: "Ground station", id: 4 } } } }, // prettier-ignore
    { source: "dumphfdl", frequency: 11.387, level: -99.5, linkDirection: "uplink" },
  ],
  [
    "link-frame of JAERO",
    { t, station, isu: { src: { addr: "ABC123", type: "Aircraft Earth Station" } } },
    { source: "jaero", fromHex: "ABC123", linkDirection: "downlink" },
  ],
  [
    "link-frame of iridium-sniffer",
    { iridium: { t, station, freq: 1_626_000_000, sig_level: -20 } },
    { source: "iridium-sniffer", frequency: 1626, level: -20 },
  ],
  [
    "route-line of acarsdec",
    { timestamp: t.sec + 0.5, station_id: station, flight: "ZZ0123", depa: "XXAA", dsta: "XXBB" },
    { source: "acarsdec", flightNumber: "ZZ0123", departingAirport: "XXAA", destinationAirport: "XXBB" }, // prettier-ignore
  ],
  [
    "route-line of vdlm2dec",
    { timestamp: t.sec + 0.5, station_id: station, icao: "ABC123", flight: "ZZ0123" },
    { source: "vdlm2dec", sourceType: "vdl", fromHex: "ABC123", flightNumber: "ZZ0123" },
  ],
  [
    "status-object of JAERO",
    { DCD: true, FREQUENCY: 1_545_000_000, NAME: "L", SNR: 7.5, TIME: t.sec + 0.5 },
    { source: "jaero", frequency: 1545 },
  ],
  [
    "status-object of SatDump",
    { timestamp: t.sec + 0.5, msg_name: "Log on", source: { app: { name: "SatDump" }, station_id: station } }, // prettier-ignore
    { source: "satdump", sourceType: "aero-acars" },
  ],
  [
    "ground-squitter of dumphfdl",
    { hfdl: { t, station, freq: 8_912_000, spdu: { src: { type: "Ground station", id: 4 } } } },
    { source: "dumphfdl", frequency: 8.912, linkDirection: "uplink" },
  ],
  [
    "ground-squitter of acarsdec",
    { ...acarsdecSquitter, timestamp: t.sec + 0.5, station_id: station },
    { source: "acarsdec", frequency: 131.55, label: "SQ", text: "02XAZZZXXXX" },
  ],
  [
    "duplicate-container of dumphfdl",
    { hfdl: { t, station, freq: 8_912_000, mpdu: { src: { type: "Aircraft", id: 7 } } } },
    { source: "dumphfdl", frequency: 8.912, linkDirection: "downlink" },
  ],
];
const kinds = ["link-frame", "route-line", "status-object", "ground-squitter", "duplicate-container"]; // prettier-ignore

async function post(ingest: RunningIngest, lines: readonly object[]): Promise<IngestAnswer> {
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  return IngestAnswer.parse(await (await ingest.post(body)).json());
}

describe("a kind that INGEST_KEEP names is stored with what is known of it", () => {
  let ingest: RunningIngest;
  beforeAll(async () => {
    ingest = await runIngest({ INGEST_KEEP: kinds.join(", ") });
  });
  afterAll(() => ingest[Symbol.asyncDispose]());

  test.each(objects)("%s", async (_name, object, expected) => {
    const { items } = await post(ingest, [object]);
    expect(items).toMatchObject([{ status: "accepted" }]);
    const message = await until("the message", () =>
      db.messages.read(ingest.database.database.sql, items[0]?.id ?? ""),
    );
    expect(message).toMatchObject({ label: null, timestamp, ...expected });
  });

  test("frames of one burst are not duplicates, although little is known of them", async () => {
    const [, { vdl2 }] = objects[0] as unknown as [string, { vdl2: object }];
    const { items } = await post(
      ingest,
      [1, 2].map((idx) => ({ vdl2: { ...vdl2, station: "XX-BURST", idx } })),
    );
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  });
});

test("only the named kinds are stored, by default none", async () => {
  await using ingest = await runIngest({ INGEST_KEEP: "route-line" }, { persister: false });
  async function acceptedOf(): Promise<string[]> {
    const { items } = await post(ingest, [
      ...objects.map(([, object]) => object),
      vdlm2decDownlink,
    ]);
    return items.flatMap(({ status, index }) =>
      status === "accepted" ? [objects[index]?.[0] ?? "a message"] : [],
    );
  }
  expect(await acceptedOf()).toEqual(["route-line of acarsdec", "route-line of vdlm2dec", "a message"]); // prettier-ignore
  await ingest.stop();
  await ingest.begin({ INGEST_KEEP: "" });
  expect(await acceptedOf()).toEqual(["a message"]);
});

test("a kind that does not exist is refused by name", () => {
  const environment = { INGEST_ADDRESS_SECRET: "a secret of the tests" };
  const { error } = IngestConfig.safeParse({ ...environment, INGEST_KEEP: "route-line,squitters" });
  expect(error?.issues[0]).toMatchObject({
    path: ["INGEST_KEEP", 1],
    message: `'squitters' is none of the kinds ${kinds.join(", ")}`,
  });
});
