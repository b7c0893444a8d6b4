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

/** Layouts of texts that nothing has read, and all their messages. */
interface ListedLayouts {
  readonly messages: number;
  readonly layouts: UndecodedLayout[];
}

/** Lists layouts, those with the most messages first, with samples that the viewer may see. */
export async function listLayouts(
  sql: Sql,
  query: LayoutQuery,
  viewer: MessageViewer,
): Promise<ListedLayouts> {
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
          'airline', airline, 'airlines', airlines, 'samples', (${samples(sql, viewer)})
        ) order by messages desc, label, layout) from layouts
      ), '[]') as layouts`;
  return row ?? { messages: 0, layouts: [] };
}

function conditions(sql: Sql, { label, airlines, layout }: LayoutQuery): Fragment {
  return sql`(${label ?? null}::text is null or label = ${label ?? null})
    and (${airlines === undefined} or airline = any(${[...(airlines ?? [])]}::text[]))
    and (${layout ?? null}::text is null or layout like ${partOf(layout ?? "")})`;
}

/** Returns the newest messages of a row of `layouts` that are still stored. */
function samples(sql: Sql, viewer: MessageViewer): Fragment {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', body) order by id desc), '[]') from (
      select id, body from messages
      where id = any(array(
        select unnest(message_ids) as id from selected
        where selected.label = layouts.label and selected.layout = layouts.layout
        order by id desc limit 9
      )) and ${isShown(sql, viewer)}
      order by id desc limit 3
    ) as newest`;
}
