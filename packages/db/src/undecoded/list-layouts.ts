import type { UndecodedLayout } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { partOf } from "../query/conditions.ts";
import { isShown, type MessageViewer } from "../messages/visibility.ts";

/** The texts to list. */
export interface LayoutQuery {
  readonly days: number;
  readonly label?: string | undefined;
  /** Codes of one airline. */
  readonly airlines?: readonly string[] | undefined;
  /** A part of the layout. */
  readonly layout?: string | undefined;
  readonly limit: number;
}

/** A layout of texts that nothing has read, with its newest messages. */
export type ListedLayout = Omit<UndecodedLayout, "samples"> & {
  readonly messageIds: readonly string[];
};

/** The layouts with the most messages, and all messages that are selected. */
interface ListedLayouts {
  readonly messages: number;
  readonly layouts: readonly ListedLayout[];
}

/** Samples of a layout, and characters of each. */
const samplesMax = 3;
const sampleCharsMax = 1_000;

/** Lists layouts, those with the most messages first. */
export async function listLayouts(sql: Sql, query: LayoutQuery): Promise<ListedLayouts> {
  const [row] = await sql<ListedLayouts[]>`
    with selected as materialized (
      select * from undecoded_texts
      where day > (now() at time zone 'UTC')::date - ${query.days}::integer and messages > 0 and ${conditions(sql, query)}
    ), by_airline as (
      select label, layout, airline, sum(messages)::bigint as messages
      from selected group by 1, 2, 3
    ), layouts as (
      select label, layout, sum(messages)::bigint as messages,
        count(*) filter (where airline <> '') as airlines,
        (array_agg(airline order by messages desc, airline) filter (where airline <> ''))[1] as airline
      from by_airline group by 1, 2 order by 3 desc, 1, 2 limit ${query.limit}
    )
    select (select coalesce(sum(messages), 0)::bigint from selected) as messages,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'label', nullif(label, ''), 'layout', nullif(layout, ''), 'messages', messages,
          'airline', airline, 'airlines', airlines, 'messageIds', array(
            select unnest(message_ids) from selected
            where selected.label = layouts.label and selected.layout = layouts.layout
            order by 1 desc limit ${samplesMax}
          )
        ) order by messages desc, label, layout) from layouts
      ), '[]') as layouts`;
  return row ?? { messages: 0, layouts: [] };
}

/** Adds to layouts the messages that are still stored and that the viewer may see. */
export async function withSamples(
  sql: Sql,
  layouts: readonly ListedLayout[],
  viewer: MessageViewer,
): Promise<UndecodedLayout[]> {
  const ids = layouts.flatMap(({ messageIds }) => messageIds);
  const texts = await readTexts(sql, ids, viewer);
  return layouts.map(({ messageIds, ...layout }) => ({
    ...layout,
    samples: messageIds.flatMap((id) => {
      const text = texts.get(id);
      return text === undefined ? [] : [{ id, text }];
    }),
  }));
}

/** Reads the texts of messages by their ids, which name their partitions. */
async function readTexts(
  sql: Sql,
  ids: readonly string[],
  viewer: MessageViewer,
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; text: string }[]>`
    select id, left(body, ${sampleCharsMax}) as text from messages
    where id = any(${[...ids]}::uuid[]) and ${isShown(sql, viewer)}`;
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function conditions(sql: Sql, { label, airlines, layout }: LayoutQuery): Fragment {
  return sql`(${label ?? null}::text is null or label = ${label ?? null})
    and (${airlines === undefined} or airline = any(${[...(airlines ?? [])]}::text[]))
    and (${layout ?? null}::text is null or layout like ${partOf(layout ?? "")})`;
}
