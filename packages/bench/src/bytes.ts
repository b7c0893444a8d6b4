import { deflateRawSync, zstdCompressSync } from "node:zlib";
import * as db from "@jetwire/db";
import type { MessageToStore, Sql } from "@jetwire/db";
import { createRecentLinks } from "@jetwire/persister";
import { startBenchDatabase } from "./bench-database.ts";
import { createMaterial } from "./persist.ts";
import type { Section } from "./report.ts";
import { messageTexts } from "./simulated-messages.ts";

const batchSize = 500;
/** Raw objects that a dictionary is made of; the others are compressed with it. */
const dictionaryRaws = 100;
const compressedRawsMax = 5_000;

/** The bytes of a relation of a table and its partitions. */
interface RelationBytes {
  readonly relation: string;
  readonly bytes: number;
}

/**
 * Measures the bytes that a stored message takes, by table and index, after the persister's statement has stored
 * simulated messages; and what compression would leave of raw objects. Postgres itself compresses none of them: it
 * begins with rows of 2 KB.
 */
export async function runBytes({ rows: count }: { readonly rows: number }): Promise<Section[]> {
  await using bench = await startBenchDatabase({ statementTimeoutMs: 600_000 });
  const { sql } = bench.database;
  const texts = messageTexts(count);
  const material = createMaterial(texts);
  const recentLinks = createRecentLinks(Date.now);
  for (let stored = 0; stored < count; stored += batchSize) {
    const size = Math.min(batchSize, count - stored);
    const messages = Array.from({ length: size }, (_, index): MessageToStore => ({
      ...material(),
      seq: stored + index + 1,
    }));
    const links = recentLinks.collect(messages);
    await db.messageStore.storeBatch(sql, { parts: [{ partition: 0, messages }], ...links });
    recentLinks.remember(links);
  }
  await sql`vacuum (analyze)`;
  const parts = await relationBytes(sql);
  const others = await otherTables(sql);
  await sql`reindex table messages`;
  await sql`reindex table message_raws`;
  const rebuilt = await relationBytes(sql);
  const rebuiltOf = (name: string) => rebuilt.find(({ relation }) => relation === name)?.bytes ?? 0;
  const rebuiltSum = rebuilt.reduce((bytes, part) => bytes + part.bytes, 0);
  const sum = parts.reduce((bytes, part) => bytes + part.bytes, 0);
  const raws = compressedRaws(texts.slice(0, compressedRawsMax));
  return [
    {
      name: "relations",
      heading: `bytes of a message: ${count.toLocaleString("en")} simulated messages, stored as the persister does`,
      chart: { parts: ["bytes a message"] },
      rows: [
        ["table or index", "bytes a message", "share", "after reindex"],
        ...parts.map(({ relation, bytes }) => [
          relation,
          perRow(bytes, count),
          percent(bytes / sum),
          perRow(rebuiltOf(relation), count),
        ]),
        ["together", perRow(sum, count), "100 %", perRow(rebuiltSum, count)],
        ...others.map(({ relation, bytes }) => [
          `besides: ${relation}`,
          perRow(bytes, count),
          "",
          "",
        ]),
      ],
      figures: { rows: count, relations: parts, rebuilt, others },
    },
    {
      name: "raws",
      heading: `bytes of a raw object by the way it could be compressed, mean of ${compressedRawsMax}`,
      rows: [["", "bytes"], ...raws.map(([way, bytes]) => [way, bytes.toFixed(0)])],
      figures: Object.fromEntries(raws),
    },
  ];
}

/** Returns heap and TOAST, and each index, of all partitions together. */
async function relationBytes(sql: Sql): Promise<RelationBytes[]> {
  return await sql<RelationBytes[]>`
    with parts as (
      select inhparent as parent, inhrelid as part from pg_inherits
      where inhparent in ('messages'::regclass, 'message_raws'::regclass)
    ), found as (
      select parent::regclass::text || ' (rows)' as relation, sum(pg_table_size(part))::bigint as bytes
      from parts group by 1
      union all
      select coalesce(super.inhparent::regclass::text, i.indexrelid::regclass::text),
        sum(pg_relation_size(i.indexrelid))::bigint
      from parts join pg_index i on i.indrelid = part
        left join pg_inherits super on super.inhrelid = i.indexrelid
      group by 1
    ) select relation, bytes from found order by bytes desc`;
}

async function otherTables(sql: Sql): Promise<RelationBytes[]> {
  return await sql<RelationBytes[]>`
    select relname::text as relation, pg_total_relation_size(oid)::bigint as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
    order by bytes desc limit 5`;
}

/** Compresses raw objects one by one, as an application would that stores them as bytes. */
function compressedRaws(
  texts: readonly string[],
): readonly (readonly [way: string, bytes: number])[] {
  const [known, tried] = [texts.slice(0, dictionaryRaws), texts.slice(dictionaryRaws)];
  const dictionary = Buffer.from(known.join("\n"));
  const mean = (sizeOf: (text: string) => number) =>
    tried.reduce((sum, text) => sum + sizeOf(text), 0) / tried.length;
  return [
    ["as it is", mean((text) => Buffer.byteLength(text))],
    ["zstd", mean((text) => zstdCompressSync(text).length)],
    [
      "deflate with a dictionary of 100 objects",
      mean((text) => deflateRawSync(text, { dictionary }).length),
    ],
  ];
}

function perRow(bytes: number, rows: number): string {
  return (bytes / rows).toFixed(0);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
