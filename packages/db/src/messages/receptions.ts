import {
  messageIdFloor,
  messageIdTimeMs,
  type Receptions,
  receptionsMax,
  signalMemberNames,
} from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { columnName } from "../query/columns.ts";
import { messageColumns } from "./message-columns.ts";

/*
 * The receptions of a transmission are messages with one `group_id`, which is the id of the first. Linking
 * groups what is received within seconds and arrives within two minutes, so the ids of a group are near
 * each other and one or two days are read.
 */

/** The ids of a group are within this time of the first one. Linking remembers a group for two minutes. */
export const groupMs = 10 * 60_000;

/** Receptions of a transmission that are read. */
const readMax = 1_000;

/** Returns the range of ids that the receptions of a transmission have. */
function idsOfGroup(groupId: string): readonly [sinceId: string, untilId: string] {
  const timeMs = messageIdTimeMs(groupId);
  return [messageIdFloor(timeMs - groupMs), messageIdFloor(timeMs + groupMs)];
}

/**
 * Returns the ranges of ids of several transmissions as columns, and a condition that all of their receptions meet. With
 * it a query opens the partitions of their days only, and without it those of all days: what is joined to a list of
 * ranges is chosen while the query runs.
 */
export function rangesOfGroups(sql: Sql, groupIds: readonly string[]) {
  const ranges = groupIds.map(idsOfGroup);
  const since = ranges.map(([sinceId]) => sinceId);
  const until = ranges.map(([, untilId]) => untilId);
  const [first = null] = since.toSorted();
  const last = until.toSorted().at(-1) ?? null;
  return { since, until, inDays: sql`id >= ${first}::uuid and id < ${last}::uuid` };
}

/** Returns a condition that all receptions of the transmission of a message meet, whichever of them it is. */
export function idsNear(sql: Sql, messageId: string): Fragment {
  const timeMs = messageIdTimeMs(messageId);
  return sql`id >= ${messageIdFloor(timeMs - 2 * groupMs)} and id < ${messageIdFloor(timeMs + 2 * groupMs)}`;
}

/**
 * Returns a query for the receptions of one transmission, to be joined to rows that have its `group`: the first one by its
 * id, and at most `max` later ones by the index of groups, which has only those.
 *
 * @param ofEach a condition that each reception has to meet, with a range of ids
 */
export function receptionsOf(
  sql: Sql,
  selected: Fragment,
  { group, ofEach, max }: { group: Fragment; ofEach: Fragment; max: number },
): Fragment {
  return sql`
    select ${selected} from messages where id = ${group} and group_id = id and ${ofEach}
    union all (
      select ${selected} from messages where group_id = ${group} and group_id <> id and ${ofEach}
      order by id limit ${max}
    )`;
}

/** Whether a message is a reception of a transmission, as a condition on the columns of `messages`. */
export function isOfGroup(sql: Sql, groupId: string): Fragment {
  const [sinceId, untilId] = idsOfGroup(groupId);
  // The index of groups has later receptions only.
  return sql`group_id = ${groupId} and (id = ${groupId} or group_id <> id)
    and id >= ${sinceId} and id < ${untilId}`;
}

const signal = signalMemberNames.map((name) => [name, columnName(messageColumns, name)] as const);

function signalColumns(sql: Sql): Fragment {
  return sql`${sql.unsafe(signal.map(([, column]) => column).join(", "))}`;
}

function signalPairs(sql: Sql): Fragment {
  return sql`${sql.unsafe(signal.map(([name, column]) => `'${name}', ${column}`).join(", "))}`;
}

/**
 * Returns the receptions of transmissions by group id, in the order of their message times: at most 50
 * of each, and their number. Those of hidden stations are neither returned nor counted.
 *
 * @param accountId the account that reads and sees its own hidden stations, null for an anonymous viewer
 */
export async function receptionsByGroup(
  sql: Sql,
  groupIds: readonly string[],
  accountId: string | null,
): Promise<Map<string, Receptions>> {
  const { since, until, inDays } = rangesOfGroups(sql, groupIds);
  const read = sql`id, station_id, level, frequency, ${signalColumns(sql)}, received_at`;
  const inRange = sql`id >= asked.since and id < asked.until and ${inDays}`;
  const rows = await sql<(Receptions & { groupId: string })[]>`
    select group_id, max(total) as total, jsonb_agg(jsonb_build_object(
      'messageId', message_id, 'stationId', station_id, 'ident', ident,
      'level', level, 'frequency', frequency, 'delayMs', delay_ms
    ) || jsonb_strip_nulls(jsonb_build_object(${signalPairs(sql)})) order by place) as items
    from (
      select asked.id as group_id, m.id as message_id, m.station_id, s.ident, m.level, m.frequency, ${signalColumns(sql)},
        round(extract(epoch from m.received_at - min(m.received_at) over transmission) * 1000) as delay_ms,
        count(*) over transmission as total,
        row_number() over (partition by asked.id order by m.received_at, m.id) as place
      from unnest(
        ${[...groupIds]}::uuid[],
        ${since}::uuid[],
        ${until}::uuid[]
      ) as asked (id, since, until)
      cross join lateral (
        ${receptionsOf(sql, read, { group: sql`asked.id`, ofEach: inRange, max: readMax })}
      ) as m
      join stations s on s.id = m.station_id and (not s.hidden or s.account_id = ${accountId})
      window transmission as (partition by asked.id)
    ) as ranked
    where place <= ${receptionsMax} group by group_id`;
  return new Map(rows.map(({ groupId, ...receptions }) => [groupId, receptions]));
}
