import * as db from "@jetwire/db";
import { type MessageToStore, sendColumns, sentRows, type Sql } from "@jetwire/db";
import { createContentReader, readObject } from "@jetwire/decoders";
import { createRecentLinks } from "@jetwire/persister";
import { type Message, MessageIds } from "@jetwire/protocol";
import { startBenchDatabase } from "./bench-database.ts";
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
  await using bench = await startBenchDatabase();
  const { sql } = bench.database;
  const material = createMaterial(messageTexts(20_000));

  const bare: number[] = [];
  const whole: number[] = [];
  const recentLinks = createRecentLinks(Date.now);
  let seq = 0;
  for (let pass = 0; pass < passes + 1; pass++) {
    const forBare = batches(material, () => ++seq);
    const forWhole = batches(material, () => ++seq);
    const bareMs = await timed(async () => {
      for (const messages of forBare) await insertBare(sql, messages);
    });
    const wholeMs = await timed(async () => {
      for (const messages of forWhole) {
        const links = recentLinks.collect(messages);
        await db.messageStore.storeBatch(sql, { parts: [{ partition: 0, messages }], ...links });
        recentLinks.remember(links);
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

const readContent = createContentReader({ texts: { now: () => performance.now() } });

/** Makes messages as the persister stores them, without end. */
export type Material = () => Omit<MessageToStore, "seq">;

export function createMaterial(texts: readonly string[]): Material {
  const ids = new MessageIds(Date.now);
  let next = 0;
  return () => {
    for (;;) {
      const raw = texts[next++ % texts.length] ?? "";
      const read = readObject(JSON.parse(raw));
      if (read.status !== "decoded") continue;
      const id = ids.next(0);
      const received = readContent(read.message, Date.now());
      const now = new Date().toISOString();
      const { icao } = read.message;
      const { tail, flightNumber: flightKey } = received;
      const identity = icao ?? tail ?? "";
      const message: Message = {
        id,
        groupId: id,
        timestamp: now,
        createdAt: now,
        stationId: 1,
        airframeId: identity === "" ? null : db.stableIds.ofAirframe(identity),
        flightId: flightKey === null ? null : db.stableIds.ofFlight(identity, flightKey, 1),
        ...received,
        authenticated: null,
      };
      const links = { first: true, skewed: false, icao, flightKey };
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
async function insertBare(sql: Sql, batch: readonly MessageToStore[]): Promise<void> {
  const messages = batch.map(({ message }) => message);
  const raws = batch.map(({ message: { id }, raw }) => ({ id, raw }));
  const flights = batch.map(({ links: { flightKey } }) => ({ flightKey }));
  const raw = sentRows(sql, "sent", sendColumns(sql, raws, { id: "uuid", raw: "text" }));
  const message = sentRows(
    sql,
    "sent",
    sendColumns(sql, messages, db.messages.messageColumns),
    sendColumns(sql, flights, { flightKey: "text" }),
  );
  await sql`
    with raws as (
      insert into message_raws (${raw.names}) select ${raw.names} from ${raw.rows}
    )
    insert into messages (${message.names}, skewed)
    select ${message.names}, false from ${message.rows}`;
}
