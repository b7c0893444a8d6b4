import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MessageToStore, migrate, openDatabase, type Sql, storeBatch } from "@jetwire/db";
import { readObject } from "@jetwire/ingest";
import { startPostgres } from "@jetwire/launcher";
import { createMessageIds, type Message } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { messageTexts } from "./simulated-messages.ts";
import { median, type Section } from "./report.ts";

const batchSize = 500;
const batchesPerPass = 12;
const passes = 9;

/**
 * Measures the persister's statement (links, watermark, counts and all) beside a bare
 * `INSERT … SELECT FROM unnest` of the same rows into the same two tables, in turn.
 */
export async function runPersisting(): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "jetwire-bench-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const server = stack.use(await startPostgres({ dir: directory, port: 0, log: () => {} }));
  await migrate(server.url);
  const log = createLogger("bench", "silent");
  const database = stack.use(openDatabase(server.url, { log, max: 2 }));
  const { sql } = database;
  const material = createMaterial(messageTexts(20_000));

  const bare: number[] = [];
  const whole: number[] = [];
  let seq = 0;
  for (let pass = 0; pass < passes + 1; pass++) {
    const forBare = batches(material, () => ++seq);
    const forWhole = batches(material, () => ++seq);
    const bareMs = await timed(async () => {
      for (const messages of forBare) await insertBare(sql, messages);
    });
    const wholeMs = await timed(async () => {
      for (const messages of forWhole) {
        await storeBatch(sql, { partition: 0, messages, airframes: [], flights: [] });
      }
    });
    // The first pass warms connections, plans and caches.
    if (pass > 0) {
      bare.push(bareMs);
      whole.push(wholeMs);
    }
  }
  const rows = batchSize * batchesPerPass;
  const rate = (ms: number) => Math.round((rows * 1_000) / ms).toLocaleString("en");
  const share = median(bare) / median(whole);
  return {
    name: "persist",
    heading:
      `persist: ${batchSize} messages a batch with their raw objects, one connection, ` +
      `median of ${passes} passes of ${rows}`,
    rows: [
      ["", "messages/s", "share of the bare insert"],
      ["bare INSERT … unnest, both tables", rate(median(bare)), "100 %"],
      ["the persister's statement", rate(median(whole)), `${Math.round(100 * share)} %`],
    ],
    figures: { rows, bareMs: bare, wholeMs: whole, shareOfBare: share },
  };
}

type Material = () => Omit<MessageToStore, "seq">;

function createMaterial(texts: readonly string[]): Material {
  const ids = createMessageIds(Date.now);
  let next = 0;
  return () => {
    for (;;) {
      const raw = texts[next++ % texts.length] ?? "";
      const read = readObject(JSON.parse(raw));
      if (read.status !== "decoded") continue;
      const {
        kind: _kind,
        stationIdent: _ident,
        stationTimeMs: _at,
        icao,
        ...received
      } = read.message;
      const id = ids.next(0);
      const now = new Date().toISOString();
      const message: Message = {
        id,
        groupId: id,
        timestamp: now,
        createdAt: now,
        stationId: 1,
        airframeId: null,
        flightId: null,
        ...received,
      };
      const links = { first: true, skewed: false, icao, flightKey: received.flightNumber };
      return { message, links, raw, producer: "bench:1" };
    }
  };
}

function batches(material: Material, nextSeq: () => number): MessageToStore[][] {
  return Array.from({ length: batchesPerPass }, () =>
    Array.from({ length: batchSize }, () => ({ ...material(), seq: nextSeq() })),
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Inserts the rows and nothing else. */
async function insertBare(sql: Sql, messages: readonly MessageToStore[]): Promise<void> {
  const of = <Value>(read: (message: Message) => Value) => messages.map((m) => read(m.message));
  await sql`
    with raws as (
      insert into message_raws (id, raw)
      select * from unnest(${of((m) => m.id)}::uuid[], ${messages.map((m) => m.raw)}::text[])
    )
    insert into messages (id, group_id, received_at, skewed, created_at, station_id, airframe_id,
      flight_id, flight_key, source, source_type, link_direction, from_hex, to_hex, frequency,
      channel, level, error, mode, label, block_id, message_number, ack, tail, flight_number,
      body, data, departing_airport, destination_airport, latitude, longitude, altitude)
    select id, grp, received, false, created, station, airframe, flight, key, source, type, direction,
      fromhex, tohex, frequency, channel, level, error, mode, label, block, number, ack, tail,
      flightno, body, data, departing, destination, latitude, longitude, altitude
    from unnest(
      ${of((m) => m.id)}::uuid[], ${of((m) => m.groupId)}::uuid[],
      ${of((m) => m.timestamp)}::timestamptz[], ${of((m) => m.createdAt)}::timestamptz[],
      ${of((m) => m.stationId)}::integer[], ${of((m) => m.airframeId)}::uuid[],
      ${of((m) => m.flightId)}::uuid[], ${messages.map((m) => m.links.flightKey)}::text[],
      ${of((m) => m.source)}::text[], ${of((m) => m.sourceType)}::text[],
      ${of((m) => m.linkDirection)}::text[], ${of((m) => m.fromHex)}::text[],
      ${of((m) => m.toHex)}::text[], ${of((m) => m.frequency)}::float8[],
      ${of((m) => m.channel)}::float8[], ${of((m) => m.level)}::float8[],
      ${of((m) => m.error)}::float8[], ${of((m) => m.mode)}::text[], ${of((m) => m.label)}::text[],
      ${of((m) => m.blockId)}::text[], ${of((m) => m.messageNumber)}::text[],
      ${of((m) => m.ack)}::text[], ${of((m) => m.tail)}::text[],
      ${of((m) => m.flightNumber)}::text[], ${of((m) => m.text)}::text[],
      ${of((m) => m.data)}::text[], ${of((m) => m.departingAirport)}::text[],
      ${of((m) => m.destinationAirport)}::text[], ${of((m) => m.latitude)}::float8[],
      ${of((m) => m.longitude)}::float8[], ${of((m) => m.altitude)}::float8[]
    ) as row (id, grp, received, created, station, airframe, flight, key, source, type, direction,
      fromhex, tohex, frequency, channel, level, error, mode, label, block, number, ack, tail,
      flightno, body, data, departing, destination, latitude, longitude, altitude)`;
}
