import type { Fragment, Sql } from "../connection/database.ts";
import { storedAt } from "../message-store/stored-order.ts";

/*
 * A whole has the text of all its parts. If one of them was redacted before the whole comes, the whole is not stored,
 * and the message that completes it is redacted as well if its decoder joined the text. These are parts of the
 * statement that stores a batch, whose wholes are `whole`.
 */

/** Selects wholes with a redacted part, each once, for `late`. `what` of it is redacted: `message` or `whole`. */
export function wholesOfRedacted(sql: Sql): Fragment {
  return sql`
    select distinct on (whole.message_id)
      whole.message_id, whole.group_id, whole.station_id, part.reason, part.redacted_by,
      case when whole.joined_by = 'decoder' and part.station_id = whole.station_id
        then 'message' else 'whole' end as what
    from whole join redactions part on part.group_id = any(whole.part_ids)
    order by whole.message_id, what, part.redacted_at`;
}

/** Records the redactions of the messages of `late`, for the reason of the part's. Returns those that are new. */
export function lateRedactions(sql: Sql): Fragment {
  return sql`
    insert into redactions (message_id, group_id, station_id, reason, redacted_by, stored_late)
    select message_id, group_id, station_id, reason, redacted_by, ${storedAt(sql, sql`message_id`)} is not null
    from late where what = 'message' order by message_id
    on conflict do nothing
    returning message_id`;
}

/** Has fanout remove `late` from the logs of the owners, which may get them before they come here. */
export function lateRemovals(sql: Sql): Fragment {
  return sql`
    insert into feed_log_removals (account_id, message_id, what)
    select account_id, message_id, what from late join stations on stations.id = late.station_id
    where account_id is not null
    order by message_id
    on conflict do nothing`;
}
