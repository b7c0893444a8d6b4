import process from "node:process";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";

const days = 30;
const dayMs = 86_400_000;
const rowsOfAFlight = 200;
const stations = 500;
const rowsOfAStatement = 100_000;
/** Statements that add rows at the same time: each keeps one processor of the server busy. */
const fillers = 2;
/** Rows between two reports of how far the table is filled. */
const reportedRows = 10_000_000;
/** Its multiples' fractions lie evenly between 0 and 1, however many there are. */
const goldenRatio = 0.618_033_988_749_895;

/** Every so many messages one is of the busy airframe. */
const busyEvery = 20;

/** Returns the address of the airframe of the n-th message; the first is that of the busy one. */
export function addressOfRow(n: number): string {
  const number = n % busyEvery === 0 ? 0 : Math.floor(n / rowsOfAFlight) + 1;
  return (0xa0_00_00 + number).toString(16).toUpperCase();
}

/** Returns the flight of the n-th message: as the table grows there are more flights, not longer ones. */
export function flightOfRow(n: number): string {
  return `UAL${Math.floor(n / rowsOfAFlight) + 1}`;
}

/** Every so many messages one has a position. */
const locatedEvery = 4;

/** Returns the position of the n-th message, or of the one before it that has one: in a square of 20 degrees. */
export function positionOfRow(n: number): { latitude: number; longitude: number } {
  const located = n - (n % locatedEvery);
  return {
    latitude: 30 + ((located * 7_919) % 20_000) / 1_000,
    longitude: -120 + ((located * 104_729) % 20_000) / 1_000,
  };
}

/**
 * Fills the table up to `to` messages of the last 30 days, spread evenly: each flight's messages
 * lie close together, as they do. Its indexes are built after the rows, which takes less time than
 * keeping them up to date.
 */
export async function fillMessages(sql: Sql, from: number, to: number): Promise<void> {
  const firstMs = Math.floor(Date.now() / dayMs) * dayMs - days * dayMs;
  await db.partitions.ensure(sql, new Date(firstMs), days + 1);
  const definitions = await dropIndexes(sql);
  let next = from;
  async function fillRest(): Promise<void> {
    while (next < to) {
      const start = next;
      next = Math.min(to, start + rowsOfAStatement);
      await fill(sql, start, next, firstMs);
      if (start % reportedRows === 0 && start > from) report(`${start.toLocaleString("en")} rows`);
    }
  }
  await Promise.all(Array.from({ length: fillers }, fillRest));
  await createIndexes(sql, definitions);
  await sql`
    insert into airframes (id, icao, tail)
    select md5(number::text)::uuid, upper(to_hex(${0xa0_00_00}::bigint + number)), 'N' || number
    from generate_series(0, ${Math.ceil(to / rowsOfAFlight)}::bigint) as number on conflict do nothing`;
  await sql`
    insert into stations (id, ident, provisional) overriding system value
    select number, 'BENCH-' || number, false from generate_series(1, ${stations}::integer) as number
    on conflict do nothing`;
  await sql`vacuum analyze messages`;
}

/** Drops the indexes of messages, except the primary key. @returns the statements that make them again, on all partitions */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'messages'::regclass and not indisprimary`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  // Postgres writes the index of a partitioned table as that of the table without its partitions.
  return indexes.map(({ definition }) => definition.replace(" ON ONLY ", " ON "));
}

async function createIndexes(sql: Sql, definitions: readonly string[]): Promise<void> {
  for (const [index, definition] of definitions.entries()) {
    report(`index ${index + 1} of ${definitions.length}`);
    await sql.unsafe(`set maintenance_work_mem = '1GB'; ${definition}; reset maintenance_work_mem`);
  }
}

function report(progress: string): void {
  process.stderr.write(`rest: ${progress}\n`);
}

async function fill(sql: Sql, from: number, to: number, firstMs: number): Promise<void> {
  await sql`
    insert into messages (id, group_id, received_at, skewed, created_at, station_id, flight_key,
      source, source_type, link_direction, frequency, channel, level, error, mode, label, block_id,
      message_number, airframe_id, from_hex, tail, flight_number, body, latitude, longitude)
    select id, id, at, false, at, (n % ${stations} + 1)::integer, flight, 'acarsdec', 'acars', 'downlink', 131.55, 2,
      -20.5, 0, '2', (array['SQ', 'Q0', 'H1', '5Z', '_d', '80'])[n % 6 + 1], '4', 'M01A',
      md5(airframe::text)::uuid, upper(to_hex(${0xa0_00_00}::bigint + airframe)), 'N' || airframe, flight, repeat('POSN38123W077456', 4 + (n % 8)::integer) || ' AD ' || flight,
      case when n % ${locatedEvery} = 0 then 30 + (n * 7919 % 20000) / 1000.0 end,
      case when n % ${locatedEvery} = 0 then -120 + (n * 104729 % 20000) / 1000.0 end
    from (
      select n, case when n % ${busyEvery} = 0 then 0 else n / ${rowsOfAFlight} + 1 end as airframe, 'UAL' || n / ${rowsOfAFlight} + 1 as flight, to_timestamp(ms / 1000.0) as at,
        (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' ||
          lpad(to_hex(n), 12, '0'))::uuid as id
      from (select n, ms, lpad(to_hex(ms), 12, '0') as hex from (
        select n, ${firstMs}::bigint + n % ${rowsOfAFlight} * 10000 + (
          (n / ${rowsOfAFlight} * ${goldenRatio}::float8)::numeric % 1 * ${(days - 1) * dayMs}::bigint
        )::bigint as ms
        from generate_series(${from}::bigint, ${to - 1}::bigint) as n
      ) as timed) as named
    ) as rows`;
}

/** Returns the id of one message per flight. */
export async function sampleIds(sql: Sql, flights: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select one.id from unnest(${[...flights]}::text[]) as flight (key) cross join lateral (
      select id from messages where flight_key = flight.key order by id limit 1
    ) one`;
  return rows.map(({ id }) => id);
}
