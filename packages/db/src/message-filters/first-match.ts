import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";
import { groupMs } from "../messages/receptions.ts";
import { isShown, type MessageViewer } from "../messages/visibility.ts";

/*
 * One row for each transmission. Receptions of a transmission differ: a station may have decoded it while the first one
 * did not. So the row is the first reception that matches the filter, not the first one if that matches.
 */

/** The part of a filter of messages that is about transmissions. */
interface TransmissionFilter {
  readonly viewer: MessageViewer;
  readonly sinceId?: string | undefined;
  readonly untilId?: string | undefined;
  readonly isDecoded?: boolean | undefined;
  readonly hasPosition?: boolean | undefined;
}

/** Filters that do not tell receptions of a transmission apart. */
const sharedFilters: ReadonlySet<string> = new Set([
  "viewer",
  "sinceId",
  "untilId",
  "groupId",
  "isFirst",
]);

/**
 * Whether a row of `messages` is the first reception of its transmission that matches. What says that something is missing,
 * `isDecoded: false` or `hasPosition: false`, holds only if no reception has it.
 *
 * @param matches the conditions of a reception, one of which it must match
 */
export function isFirstMatch(
  sql: Sql,
  filter: TransmissionFilter,
  matches: readonly Fragment[],
): Fragment {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  // Most messages are first receptions; of an equation, Postgres expects that one in 200 holds, and sorts.
  const isFirst = sql`coalesce(id = group_id, false)`;
  if (given.every(([name]) => sharedFilters.has(name))) return isFirst;
  const matching = matches.reduce((any, one) => sql`${any} or (${one})`, sql`false`);
  // Ids of several ingests overlap: the first reception may have the greater one, and stays the first.
  const earlier = sql`(copy.id < messages.id or copy.id = copy.group_id) and (${matching})`;
  return allOf(sql, [
    sql`(${isFirst} or ${hasNoCopy(sql, filter, earlier)})`,
    filter.isDecoded === false && hasNoCopy(sql, filter, sql`decoded is not null`),
    filter.hasPosition === false && hasNoCopy(sql, filter, sql`latitude is not null`),
  ]);
}

/** Whether no visible reception of the transmission of a row matches. */
function hasNoCopy(
  sql: Sql,
  { viewer, sinceId, untilId }: TransmissionFilter,
  condition: Fragment,
): Fragment {
  const within = allOf(sql, [
    isShown(sql, viewer),
    sinceId !== undefined && sql`id >= ${moved(sinceId, -groupMs)}`,
    untilId !== undefined && sql`id < ${moved(untilId, groupMs)}`,
  ]);
  // With `offset 0` the conditions are no reason to read another index, and all rows of it, for each message.
  return sql`(not exists (
      select from messages as copy where copy.id = messages.group_id and ${within} and ${condition}
    ) and not exists (
      select from (
        select * from messages as later
        where later.group_id = messages.group_id and later.group_id <> later.id and ${within} offset 0
      ) as copy where ${condition}
    ))`;
}

function moved(id: string, ms: number): string {
  return messageIdFloor(Math.max(0, messageIdTimeMs(id) + ms));
}
