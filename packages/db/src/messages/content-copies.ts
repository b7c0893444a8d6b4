import { type ContentCopy, contentScore, type Message } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { type Columns, selectColumns } from "../query/columns.ts";
import { messageColumns } from "./message-columns.ts";
import { rangesOfGroups, receptionsOf } from "./receptions.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/** Receptions of a transmission that are looked at. */
export const copiesMax = 100;

const { id, stationId, decoded, latitude, longitude, positionSource, altitude } = messageColumns;
const { onGround, airframeId, flightId, departingAirport, destinationAirport, times } =
  messageColumns;

const copyColumns: Columns<ContentCopy> = {
  id,
  stationId,
  decoded,
  latitude,
  longitude,
  positionSource,
  altitude,
  onGround,
  airframeId,
  flightId,
  departingAirport,
  destinationAirport,
  times,
};

// cspell:ignore nonnulls
/** The score of a stored reception, as `contentScore` computes it. */
const scoreOfCopy = `array[
  case when decoded is null then 0 else 1 + case when decoded->>'level' = 'full' then 2 else 0 end
    + case when decoded->>'by' = 'decoder' then 1 else 0 end end,
  num_nonnulls(latitude), num_nonnulls(altitude), num_nonnulls(on_ground), num_nonnulls(airframe_id),
  num_nonnulls(flight_id), num_nonnulls(departing_airport), num_nonnulls(destination_airport),
  num_nonnulls(times)]`;

/**
 * Returns the receptions that say more about a transmission than a message of it, by message. Those that the viewer may
 * not see are left out: a hidden station tells nobody else what it received.
 */
export async function copiesThatSayMore(
  sql: Sql,
  messages: readonly Message[],
  viewer: MessageViewer,
): Promise<Map<string, ContentCopy[]>> {
  const groupIds = messages.map(({ groupId }) => groupId);
  const { since, until, inDays } = rangesOfGroups(sql, groupIds);
  const scores = messages.map((message) => `{${contentScore(message).join(",")}}`);
  const all = sql`*, ${sql.unsafe(scoreOfCopy)} as score`;
  const shownInRange = sql`id >= asked.since and id < asked.until and ${inDays} and ${isShown(sql, viewer)}`;
  const rows = await sql<(ContentCopy & { messageId: string })[]>`
    select asked.message_id, ${selectColumns(sql, copyColumns)}
    from unnest(
      ${messages.map((message) => message.id)}::uuid[],
      ${groupIds}::uuid[],
      ${since}::uuid[],
      ${until}::uuid[],
      ${scores}::text[]
    ) as asked (message_id, of_group, since, until, score)
    cross join lateral (
      ${receptionsOf(sql, all, { group: sql`asked.of_group`, ofEach: shownInRange, max: copiesMax })}
    ) as copy
    where exists (
      select from unnest(copy.score, asked.score::integer[]) as part (has, wants)
      where part.has > part.wants
    )`;
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map(
    [...byMessage].map(([of, copies]) => [of, copies.map(({ messageId: _, ...copy }) => copy)]),
  );
}
