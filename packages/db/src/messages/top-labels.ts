import type { Sql } from "../connection/database.ts";

const labelsMax = 20;

/** The most frequent labels of the messages that a query calls `latest`, as JSON. */
export function topLabels(sql: Sql) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('label', label, 'messages', messages)
      order by messages desc, label), '[]')
    from (
      select label, count(*) as messages from latest
      group by label order by messages desc, label limit ${labelsMax}
    ) as top)`;
}
