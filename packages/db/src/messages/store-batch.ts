import type { EntryLinks, Message } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** A message as it is stored: its public shape, its links and the decoder's own object. */
export interface MessageToStore {
  readonly message: Message;
  readonly links: EntryLinks;
  readonly raw: string;
  /** `<producer>:<epoch>` and its number there. */
  readonly producer: string;
  readonly seq: number;
}

/** An airframe as messages name it. */
export interface AirframeToStore {
  readonly id: string;
  readonly icao: string | null;
  readonly tail: string | null;
}

/** A flight as messages name it; null where they say nothing new. */
export interface FlightToStore {
  readonly id: string;
  readonly flightKey: string;
  readonly flight: string;
  readonly airframeId: string | null;
  readonly departingAirport: string | null;
  readonly destinationAirport: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly receivedAt: string;
}

/** One partition's batch, in stream order. */
export interface BatchToStore {
  readonly partition: number;
  readonly messages: readonly MessageToStore[];
  /** Each id once. */
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
}

/**
 * Stores a batch in one statement: airframes and flights, messages with their raw objects, the
 * stations' counts (also by the hour), and the producers' watermarks. A batch that comes again stores
 * nothing twice. The text is constant, so it is prepared once; the arrays are sent whole (booleans as
 * text, because the driver takes an array of them for one). New messages are counted by producer
 * through grouping: prepared without knowing how long arrays are, a join of two would compare each
 * message of a batch with each. Postgres can't hold the U+0000 that a raw object may have; it is
 * stored as U+2400.
 *
 * @returns how many messages were new.
 * @throws the server's error; then nothing of the batch is stored.
 */
export async function storeBatch(sql: Sql, batch: BatchToStore): Promise<number> {
  const { messages, airframes, flights, partition } = batch;
  const producers = lastOfEach(messages);
  const numberOf = new Map(producers.map(({ producer }, index) => [producer, index + 1]));
  function column<Value>(read: (message: Message) => Value): Value[] {
    return messages.map(({ message }) => read(message));
  }
  const [row] = await sql<{ stored: number }[]>`
    with frames as (
      insert into airframes (id, icao, tail, first_received_at, last_received_at)
      select id, icao, tail, now(), now() from unnest(
        ${airframes.map((a) => a.id)}::uuid[],
        ${airframes.map((a) => a.icao)}::text[],
        ${airframes.map((a) => a.tail)}::text[]
      ) as heard (id, icao, tail) order by id
      on conflict (id) do update set
        icao = coalesce(excluded.icao, airframes.icao),
        tail = coalesce(excluded.tail, airframes.tail),
        first_received_at = coalesce(airframes.first_received_at, now()),
        last_received_at = now(),
        updated_at = now()
    ),
    legs as (
      insert into flights (id, flight_key, flight, airframe_id, departing_airport,
        destination_airport, latitude, longitude, altitude, first_received_at, last_received_at)
      select id, key, flight, airframe, departing, destination, latitude, longitude, altitude, at, at
      from unnest(
        ${flights.map((f) => f.id)}::uuid[],
        ${flights.map((f) => f.flightKey)}::text[],
        ${flights.map((f) => f.flight)}::text[],
        ${flights.map((f) => f.airframeId)}::uuid[],
        ${flights.map((f) => f.departingAirport)}::text[],
        ${flights.map((f) => f.destinationAirport)}::text[],
        ${flights.map((f) => f.latitude)}::float8[],
        ${flights.map((f) => f.longitude)}::float8[],
        ${flights.map((f) => f.altitude)}::float8[],
        ${flights.map((f) => f.receivedAt)}::timestamptz[]
      ) as heard (id, key, flight, airframe, departing, destination, latitude, longitude, altitude, at)
      order by id
      on conflict (id) do update set
        airframe_id = coalesce(flights.airframe_id, excluded.airframe_id),
        departing_airport = coalesce(excluded.departing_airport, flights.departing_airport),
        destination_airport = coalesce(excluded.destination_airport, flights.destination_airport),
        latitude = coalesce(excluded.latitude, flights.latitude),
        longitude = coalesce(excluded.longitude, flights.longitude),
        altitude = coalesce(excluded.altitude, flights.altitude),
        last_received_at = greatest(excluded.last_received_at, flights.last_received_at)
    ),
    raws as (
      insert into message_raws (id, raw)
      select * from unnest(
        ${column((m) => m.id)}::uuid[],
        ${messages.map(({ raw }) => raw.replaceAll("\0", "\u2400"))}::text[]
      ) as sent (id, raw)
      where not exists (select from redactions where message_id = sent.id)
      on conflict do nothing
    ),
    stored as (
      insert into messages (id, group_id, received_at, skewed, created_at, station_id, airframe_id,
        flight_id, flight_key, source, source_type, link_direction, from_hex, to_hex, frequency,
        channel, level, error, mode, label, block_id, message_number, ack, tail, flight_number,
        body, data, departing_airport, destination_airport, latitude, longitude, altitude)
      select * from unnest(
        ${column((m) => m.id)}::uuid[],
        ${column((m) => m.groupId)}::uuid[],
        ${column((m) => m.timestamp)}::timestamptz[],
        ${messages.map(({ links }) => String(links.skewed))}::text[]::boolean[],
        ${column((m) => m.createdAt)}::timestamptz[],
        ${column((m) => m.stationId)}::integer[],
        ${column((m) => m.airframeId)}::uuid[],
        ${column((m) => m.flightId)}::uuid[],
        ${messages.map(({ links }) => links.flightKey)}::text[],
        ${column((m) => m.source)}::text[],
        ${column((m) => m.sourceType)}::text[],
        ${column((m) => m.linkDirection)}::text[],
        ${column((m) => m.fromHex)}::text[],
        ${column((m) => m.toHex)}::text[],
        ${column((m) => m.frequency)}::float8[],
        ${column((m) => m.channel)}::float8[],
        ${column((m) => m.level)}::float8[],
        ${column((m) => m.error)}::float8[],
        ${column((m) => m.mode)}::text[],
        ${column((m) => m.label)}::text[],
        ${column((m) => m.blockId)}::text[],
        ${column((m) => m.messageNumber)}::text[],
        ${column((m) => m.ack)}::text[],
        ${column((m) => m.tail)}::text[],
        ${column((m) => m.flightNumber)}::text[],
        ${column((m) => m.text)}::text[],
        ${column((m) => m.data)}::text[],
        ${column((m) => m.departingAirport)}::text[],
        ${column((m) => m.destinationAirport)}::text[],
        ${column((m) => m.latitude)}::float8[],
        ${column((m) => m.longitude)}::float8[],
        ${column((m) => m.altitude)}::float8[]
      ) as sent (id)
      where not exists (select from redactions where message_id = sent.id)
      on conflict do nothing
      returning id, station_id, source_type, created_at
    ),
    counts as (
      insert into message_counts (hour, station_id, source_type, messages)
      select date_trunc('hour', created_at, 'UTC') as hour, station_id, source_type, count(*)
      from stored group by 1, 2, 3 order by 1, 2, 3
      on conflict (hour, station_id, source_type)
        do update set messages = message_counts.messages + excluded.messages
    ),
    heard as (
      update stations set
        first_received_at = coalesce(first_received_at, now()),
        last_received_at = now(),
        messages_count = messages_count + counted.messages,
        source_type = coalesce(stations.source_type, counted.source_type)
      from (select station_id, count(*) as messages, min(source_type) as source_type
        from stored group by station_id) as counted
      where stations.id = counted.station_id
    ),
    new_by_producer as (
      select producer, count(*) as messages from (
        select max(producer) as producer from (
          select id, producer, false as is_new from unnest(
            ${column((m) => m.id)}::uuid[],
            ${messages.map((message) => numberOf.get(message.producer) ?? 0)}::integer[]
          ) as sent (id, producer)
          union all
          select id, null, true from stored
        ) as both_sides group by id having bool_or(is_new)
      ) as fresh group by producer
    ),
    marks as (
      insert into watermarks (producer, partition, seq, stored)
      select producer, ${partition}::integer, seq,
        coalesce((select messages from new_by_producer as new where new.producer = number), 0)
      from unnest(
        ${producers.map(({ producer }) => producer)}::text[],
        ${producers.map(({ seq }) => seq)}::bigint[]
      ) with ordinality as last (producer, seq, number) order by producer
      on conflict (producer, partition) do update set
        seq = greatest(watermarks.seq, excluded.seq),
        stored = watermarks.stored + excluded.stored,
        updated_at = now()
    )
    select count(*)::integer as stored from stored`;
  return row?.stored ?? 0;
}

function lastOfEach(messages: readonly MessageToStore[]): { producer: string; seq: number }[] {
  const last = new Map<string, number>();
  for (const { producer, seq } of messages) {
    last.set(producer, Math.max(seq, last.get(producer) ?? 0));
  }
  return [...last].map(([producer, seq]) => ({ producer, seq }));
}
