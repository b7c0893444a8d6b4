import type { Fragment, Sql } from "../connection/database.ts";
import { type Columns, sendColumns, sentRows } from "../query/columns.ts";

/** A position that a message of a flight reported. */
export interface ReportedPosition {
  /** The time of the message, Unix ms. */
  readonly timeMs: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Feet. */
  readonly altitude: number | null;
  /** Degrees from true north. */
  readonly track: number | null;
}

/** A flight as messages name it; null where they add nothing. Times are ISO 8601. */
export interface FlightToStore {
  readonly id: string;
  /** Both null if the messages were linked through their airframe: only a stored flight is changed. */
  readonly flightKey: string | null;
  readonly flight: string | null;
  readonly airframeId: string | null;
  readonly departingAirport: string | null;
  /** The time of the message that named the airport. */
  readonly departingAt: string | null;
  readonly destinationAirport: string | null;
  readonly destinationAt: string | null;
  readonly tookOffAt: string | null;
  readonly landedAt: string | null;
  readonly positions: readonly ReportedPosition[];
  /** The time of the last message, and of the first one if that is another. */
  readonly receivedAt: string;
  readonly firstReceivedAt?: string;
}

type FlightRow = Omit<FlightToStore, "positions"> & { readonly reported: string | null };

const flightColumns: Columns<FlightRow> = {
  id: "uuid",
  flightKey: "text",
  flight: "text",
  airframeId: "uuid",
  departingAirport: "text",
  departingAt: "timestamptz",
  destinationAirport: "text",
  destinationAt: "timestamptz",
  tookOffAt: "timestamptz",
  landedAt: "timestamptz",
  firstReceivedAt: "timestamptz",
  reported: "text",
  receivedAt: "timestamptz",
};

const position = "positions, latitude, longitude, altitude, track, position_at";

/**
 * Returns the statement that adds flights to what is stored of them. Of two reports the later one
 * counts, in any order of storing; `merge_positions` decides which position a flight shows.
 */
export function storedFlights(sql: Sql, flights: readonly FlightToStore[]): Fragment {
  const rows = flights.map(({ positions, ...flight }) => ({
    ...flight,
    reported: positions.length === 0 ? null : arrayText(positions),
  }));
  const sent = sentRows(sql, "sent", sendColumns(sql, rows, flightColumns));
  return sql`
    insert into flights (id, flight_key, flight, airframe_id, departing_airport, departing_at,
      destination_airport, destination_at, took_off_at, landed_at, first_received_at,
      last_received_at, ${sql.unsafe(position)})
    select id, known.flight_key, known.flight, airframe_id, departing_airport, departing_at,
      destination_airport, destination_at, took_off_at, landed_at,
      coalesce(first_received_at, received_at), received_at, merged.*
    from ${sent.rows}
      cross join lateral (
        select sent.flight_key, sent.flight where sent.flight_key is not null
        union all
        select f.flight_key, f.flight from flights f
        where sent.flight_key is null and f.id = sent.id
      ) as known
      left join lateral (
        select * from merge_positions(null, reported::float8[], null) where reported is not null
      ) as merged on true
    order by id
    on conflict (id) do update set
      airframe_id = coalesce(flights.airframe_id, excluded.airframe_id),
      (departing_airport, departing_at) = ${later(sql, "departing_airport", "departing_at")},
      (destination_airport, destination_at) = ${later(sql, "destination_airport", "destination_at")},
      took_off_at = greatest(flights.took_off_at, excluded.took_off_at),
      landed_at = greatest(flights.landed_at, excluded.landed_at),
      first_received_at = least(excluded.first_received_at, flights.first_received_at),
      last_received_at = greatest(excluded.last_received_at, flights.last_received_at),
      (${sql.unsafe(position)}) = (
        select merged.* from
          merge_positions(flights.positions, excluded.positions, flights.position_at) as merged
        where excluded.positions is not null
        union all
        select flights.positions, flights.latitude, flights.longitude, flights.altitude,
          flights.track, flights.position_at
        where excluded.positions is null
      )`;
}

/** Returns the value that was named last and its time; of two at one time, the greater value. */
function later(sql: Sql, value: string, time: string): Fragment {
  return sql`${sql.unsafe(`(
    select value, at
    from (values (flights.${value}, flights.${time}), (excluded.${value}, excluded.${time}))
      as named (value, at)
    order by at desc nulls last, value desc nulls last limit 1
  )`)}`;
}

/** Returns positions as the text of an array of arrays, as `merge_positions` takes them. */
function arrayText(positions: readonly ReportedPosition[]): string {
  const rows = positions.map(({ timeMs, latitude, longitude, altitude, track }) =>
    [timeMs / 1_000, latitude, longitude, altitude ?? "NULL", track ?? "NULL"].join(","),
  );
  return `{${rows.map((row) => `{${row}}`).join(",")}}`;
}
