import type { EntryLinks, EntryWhole, Message } from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import { type Columns, sendColumns, sentRows } from "../query/columns.ts";
import { positionedColumns, storedPositions } from "../positions/stored-positions.ts";
import { messageColumns } from "../messages/message-columns.ts";
import { lateRedactions, lateRemovals, wholesOfRedacted } from "../redactions/late-redactions.ts";
import { type FlightChange, recordedChanges } from "../flight-facts/flight-changes.ts";
import { type FlightToStore, storedFlights } from "./store-flights.ts";
import { storedAt, timeOfId } from "./stored-order.ts";
import { type HfdlDetails, storedReports } from "../hf/store-reports.ts";
import { wholeRows } from "../wholes/wholes.ts";

/** A message to store: its public shape, its links and the decoder's own object. */
export interface MessageToStore {
  readonly message: Message;
  readonly links: EntryLinks;
  /** Null if it is not kept. */
  readonly raw: string | null;
  /** The whole that the message completes. */
  readonly whole?: EntryWhole | null;
  /** Ground stations of HFDL in its object. */
  readonly hfdl?: HfdlDetails | null;
  /** `<producer>:<epoch>`, and the sequence number there. */
  readonly producer: string;
  readonly seq: number;
}

/** An airframe as messages name it. */
export interface AirframeToStore {
  readonly id: string;
  readonly icao: string | null;
  readonly tail: string | null;
  /** The times of the first and the last message of the batch, if that is not now. */
  readonly firstReceivedAt?: string;
  readonly lastReceivedAt?: string;
}

const airframeColumns: Columns<AirframeToStore> = {
  id: "uuid",
  icao: "text",
  tail: "text",
  firstReceivedAt: "timestamptz",
  lastReceivedAt: "timestamptz",
};

interface StoredLinks extends Pick<EntryLinks, "skewed" | "flightKey"> {
  readonly groundStation: number | null;
}

const linkColumns: Columns<StoredLinks> = {
  skewed: "boolean",
  flightKey: "text",
  groundStation: "smallint",
};

/** Days on which a station must send until it is not provisional any more. */
const provisionalDays = 3;

/** Messages of one partition, in stream order. */
export interface PartToStore {
  readonly partition: number;
  readonly messages: readonly MessageToStore[];
}

/** Messages to be stored together. */
export interface BatchToStore {
  /** Each partition once. */
  readonly parts: readonly PartToStore[];
  /** Each id once. */
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
  /** Flights of which messages say something, each once. */
  readonly changes?: readonly FlightChange[];
  /**
   * Whether the messages were received long ago, and never passed through a stream. No producer is accounted for them, a feed
   * replays none of them as late, and stations and airframes were received at their times.
   */
  readonly isPast?: boolean;
}

/**
 * Stores a batch in one statement: airframes and flights, messages with their raw objects, wholes and reports, the
 * newest positions, the stations' counts (also by hour), and the producers' watermarks. Storing a batch again adds nothing,
 * and takes no flight back to what an older message said: it needs no fencing token. A message that a decoder
 * joined of parts is redacted instead if one of them was.
 *
 * New messages are counted by producer through grouping: prepared without knowing the length of the
 * arrays, a join would compare each message of a batch with each. Postgres cannot store the U+0000
 * that a raw object may contain; it becomes U+2400.
 *
 * @returns how many messages were new, with those that were redacted instead.
 * @throws the server's error; then nothing of the batch is stored.
 */
export async function storeBatch(sql: Sql, batch: BatchToStore): Promise<number> {
  const toStore = batch.parts.flatMap((part) => part.messages);
  const messages = toStore.map(({ message }) => message);
  const ids = sendColumns(sql, messages, { id: "uuid" });
  const isPast = batch.isPast === true;
  const producers = isPast ? [] : batch.parts.flatMap(lastOfEach);
  const numberOf = new Map(producers.map((of, index) => [watermarkName(of), index + 1]));
  const numbers = batch.parts.flatMap(({ partition, messages: sent }) =>
    sent.map(({ producer }) => ({
      producer: numberOf.get(watermarkName({ producer, partition })) ?? 0,
    })),
  );
  const raws = toStore.map(({ raw }) => ({ raw: raw?.replaceAll("\0", "\u2400") ?? null }));

  const airframe = sentRows(sql, "sent", sendColumns(sql, batch.airframes, airframeColumns));
  const raw = sentRows(sql, "sent", ids, sendColumns(sql, raws, { raw: "text" }));
  const message = sentRows(
    sql,
    "sent",
    sendColumns(sql, messages, messageColumns),
    sendColumns(
      sql,
      toStore.map(({ links, hfdl }) => ({ ...links, groundStation: hfdl?.groundStation ?? null })),
      linkColumns,
    ),
  );
  const sender = sentRows(sql, "sent", ids, sendColumns(sql, numbers, { producer: "integer" }));
  const wholes = toStore.map(({ whole }) => whole ?? null).filter((whole) => whole !== null);
  const [row] = await sql<{ stored: number }[]>`
    with whole as materialized (select * from ${wholeRows(sql, wholes)}),
    late as (${wholesOfRedacted(sql)}),
    late_redactions as (${lateRedactions(sql)}),
    late_removals as (${lateRemovals(sql)}),
    new_airframes as (
      insert into airframes (id, icao, tail, first_received_at, last_received_at)
      select id, icao, tail, coalesce(first_received_at, now()), coalesce(last_received_at, now())
      from ${airframe.rows} order by id
      on conflict (id) do update set
        icao = coalesce(excluded.icao, airframes.icao),
        tail = coalesce(excluded.tail, airframes.tail),
        first_received_at = least(airframes.first_received_at, excluded.first_received_at),
        last_received_at = greatest(airframes.last_received_at, excluded.last_received_at),
        updated_at = now()
    ),
    new_flights as (${storedFlights(sql, batch.flights)}),
    new_changes as (${recordedChanges(sql, batch.changes ?? [])}),
    new_raws as (
      insert into message_raws (${raw.names})
      select ${raw.names} from ${raw.rows}
      where sent.raw is not null and not exists (select from redactions where message_id = sent.id)
        and not exists (select from late where message_id = sent.id and what = 'message')
      on conflict do nothing
    ),
    new_wholes as (
      insert into message_wholes
      select * from whole
      where not exists (select from redactions where message_id = whole.message_id)
        and not exists (select from late where message_id = whole.message_id)
      order by message_id
      on conflict do nothing
    ),
    stored as (
      insert into messages (${message.names}, stored_at)
      select ${message.names}, ${isPast ? timeOfId(sql) : storedAt(sql)} from ${message.rows}
      where not exists (select from redactions where message_id = sent.id)
        and not exists (select from late where message_id = sent.id and what = 'message')
      on conflict do nothing
      returning id, station_id, source_type, created_at, ${sql.unsafe(positionedColumns)}
    ),
    new_positions as (${storedPositions(sql)}),
    new_reports as (${storedReports(sql, toStore)}),
    counted as (select * from stored where ${isNoCanary(sql)}),
    new_counts as (
      insert into message_counts (hour, station_id, source_type, messages)
      select date_trunc('hour', created_at, 'UTC') as hour, station_id, source_type, count(*)
      from counted group by 1, 2, 3 order by 1, 2, 3
      on conflict (hour, station_id, source_type)
        do update set messages = message_counts.messages + excluded.messages
    ),
    seen_stations as (
      update stations set
        ${isPast ? receivedBefore(sql) : receivedNow(sql)},
        messages_count = messages_count + received.messages,
        source_type = coalesce(stations.source_type, received.source_type)
      from (select station_id, count(*) as messages, min(source_type) as source_type,
          min(created_at) as first_at, max(created_at) as last_at
        from counted group by station_id) as received
      where stations.id = received.station_id
    ),
    new_by_producer as (
      select producer, count(*) as messages from (
        select max(producer) as producer from (
          select id, producer, false as is_new from ${sender.rows}
          union all
          select id, null, true from stored
          union all
          select message_id, null, true from late_redactions
        ) as both_sides group by id having bool_or(is_new)
      ) as new_messages group by producer
    ),
    new_watermarks as (
      insert into watermarks (producer, partition, seq, stored)
      select producer, partition, seq,
        coalesce((select messages from new_by_producer as new where new.producer = number), 0)
      from unnest(
        ${producers.map(({ producer }) => producer)}::text[],
        ${producers.map(({ partition }) => partition)}::integer[],
        ${producers.map(({ seq }) => seq)}::bigint[]
      ) with ordinality as last (producer, partition, seq, number) order by producer, partition
      on conflict (producer, partition) do update set
        seq = greatest(watermarks.seq, excluded.seq),
        stored = watermarks.stored + excluded.stored,
        updated_at = now()
    )
    select (select count(*) from stored)::integer
      + (select count(*) from late_redactions)::integer as stored`;
  return row?.stored ?? 0;
}

/** Returns what changes of a station that has received messages now. */
function receivedNow(sql: Sql): Fragment {
  return sql`
    first_received_at = coalesce(first_received_at, now()),
    last_received_at = now(),
    received_days = received_days + ${isNewDay(sql)}::integer,
    provisional = provisional and received_days + ${isNewDay(sql)}::integer < ${provisionalDays}`;
}

/** Returns what changes of a station that has received messages long ago. */
function receivedBefore(sql: Sql): Fragment {
  return sql`
    first_received_at = least(first_received_at, received.first_at),
    last_received_at = greatest(last_received_at, received.last_at)`;
}

/** Whether a provisional station gets its first message of a day (UTC). */
function isNewDay(sql: Sql) {
  return sql`(stations.provisional and (stations.last_received_at at time zone 'UTC')::date
    is distinct from (now() at time zone 'UTC')::date)`;
}

/** How far the messages of a producer are stored in a partition. */
interface Watermark {
  readonly producer: string;
  readonly partition: number;
  readonly seq: number;
}

function watermarkName({ producer, partition }: Pick<Watermark, "producer" | "partition">): string {
  return `${partition} ${producer}`;
}

/** Returns the highest sequence number of each producer. */
function lastOfEach({ partition, messages }: PartToStore): Watermark[] {
  const last = new Map<string, number>();
  for (const { producer, seq } of messages) {
    last.set(producer, Math.max(seq, last.get(producer) ?? 0));
  }
  return [...last].map(([producer, seq]) => ({ producer, partition, seq }));
}
