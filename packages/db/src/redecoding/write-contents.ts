import type { Message, Whole } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { recordedChanges } from "../flight-facts/flight-changes.ts";
import { mergedFlight, reportedFlight } from "../message-store/reported-flight.ts";
import { type FlightToStore, storedFlights } from "../message-store/store-flights.ts";
import { messageColumns } from "../messages/message-columns.ts";
import {
  positionApplication,
  positionedColumns,
  storedPositions,
} from "../positions/stored-positions.ts";
import { columnName, type Columns, sendColumns, sentRows } from "../query/columns.ts";
import { type RedecodingRun, savedRun } from "./runs.ts";

/** A message as it was read again. */
export interface ChangedContent {
  readonly message: Message;
  readonly flightKey: string | null;
  /** Content of the whole that the message completed; null if the service joined none. */
  readonly whole: Pick<Whole, "decoded" | "latitude" | "longitude" | "altitude"> | null;
}

const { id, decoded, latitude, longitude, altitude, positionSource } = messageColumns;
const { onGround, times, departingAirport, destinationAirport, sublabel, mfi } = messageColumns;
const contentColumns = {
  decoded,
  latitude,
  longitude,
  altitude,
  positionSource,
  onGround,
  times,
  departingAirport,
  destinationAirport,
  sublabel,
  mfi,
} satisfies Partial<Columns<Message>>;
type ContentMember = keyof typeof contentColumns;
const contentMembers = Object.keys(contentColumns) as ContentMember[];

const returned = ["id", "station_id", "source_type", "created_at", ...positionedColumns.split(", ")]
  .map((name) => `messages.${name}`)
  .join(", ");

const wholeColumns: Columns<NonNullable<ChangedContent["whole"]> & { readonly id: string }> = {
  id,
  decoded,
  latitude,
  longitude,
  altitude,
};

/**
 * Replaces the content of messages by what was read again, and records how far the run is, in one statement. The newest positions and the flights
 * follow; the facts of the flights are made again, and the messages of their hours are counted again. Texts that
 * are read now are no longer counted as undecoded.
 */
export async function writeContents(
  sql: Sql,
  changed: readonly ChangedContent[],
  { selection, run }: { selection: string; run: RedecodingRun },
): Promise<void> {
  const messages = changed.map(({ message }) => message);
  // By constants the partitions of other days are left out.
  const ids = messages.map((message) => message.id);
  const sent = sentRows(sql, "sent", sendColumns(sql, messages, { id, ...contentColumns }));
  const wholes = changed.flatMap(({ message, whole }) =>
    whole === null ? [] : [{ id: message.id, ...whole }],
  );
  const sentWholes = sentRows(sql, "sent", sendColumns(sql, wholes, wholeColumns));
  const flightIds = new Set(messages.map(({ flightId }) => flightId).filter((one) => one !== null));
  const changes = [...flightIds].map((flightId) => ({ flightId, isNew: true }));
  await sql`
    with stored as (
      update messages set ${assignments(sql, contentMembers)}
      from ${sent.rows} where messages.id = sent.id and messages.id = any(${ids}::uuid[])
      returning ${sql.unsafe(returned)}
    ),
    understood as (
      select day, label, layout, airline, count(*) as messages
      from undecoded_messages as before
      where id = any(${ids}::uuid[]) and id in (select id from stored where decoded is not null)
        and id <= (select last from undecoded_counted)
      group by 1, 2, 3, 4
    ),
    changed_counts as (
      update undecoded_texts as old set messages = old.messages - understood.messages
      from understood
      where (old.day, old.label, old.layout, old.airline)
        = (understood.day, understood.label, understood.layout, understood.airline)
    ),
    changed_wholes as (
      update message_wholes set ${assignments(sql, ["decoded", "latitude", "longitude", "altitude"])}
      from ${sentWholes.rows} where message_id = sent.id
    ),
    positions as (${storedPositions(sql)}),
    removed_positions as (
      delete from airframe_positions as old using stored
      where old.message_id = stored.id
        and (stored.latitude is null or old.application <> ${positionApplication(sql)})
    ),
    changed_flights as (${storedFlights(sql, flightsOf(changed))}),
    changed_facts as (${recordedChanges(sql, changes)}),
    saved_run as (${savedRun(sql, selection, run)})
    update tallied_hours set messages = -1
    where hour in (select date_trunc('hour', created_at, 'UTC') from stored)`;
}

/** Returns the list of a `set` that takes the columns of members from the rows `sent`. */
function assignments(sql: Sql, members: readonly ContentMember[]): Fragment {
  const names = members.map((member) => columnName(messageColumns, member));
  return sql`${sql.unsafe(names.map((name) => `${name} = sent.${name}`).join(", "))}`;
}

function flightsOf(changed: readonly ChangedContent[]): FlightToStore[] {
  const flights = new Map<string, FlightToStore>();
  for (const { message, flightKey } of changed) {
    const flight = reportedFlight(message, flightKey);
    if (flight !== null) flights.set(flight.id, mergedFlight(flights.get(flight.id), flight));
  }
  return [...flights.values()];
}
