import type { Fragment, Sql } from "../connection/database.ts";

/** The report of an aircraft on one ground station; see `HfdlReport` of `decoders`. */
interface ReportToStore {
  readonly groundStation: number;
  readonly tuned: readonly number[];
  readonly received: readonly number[];
  readonly mpdus: {
    readonly received: readonly number[];
    readonly failed: readonly number[];
    readonly sent: readonly number[];
    readonly delivered: readonly number[];
  } | null;
  readonly squittersReceived: number | null;
  readonly squittersMissed: number | null;
  readonly changeCause: number | null;
}

/** Ground stations in the object of a message of HFDL. */
export interface HfdlDetails {
  /** The number of the one that sent the message or that it was sent to. */
  readonly groundStation: number | null;
  readonly reports: readonly ReportToStore[];
}

/** Inserts the reports of messages that are new, which the statement has as `stored`. */
export function storedReports(
  sql: Sql,
  messages: readonly {
    readonly message: { readonly id: string };
    readonly hfdl?: HfdlDetails | null;
  }[],
): Fragment {
  const rows = messages.flatMap(({ message, hfdl }) =>
    (hfdl?.reports ?? []).map((report) => ({
      message_id: message.id,
      ground_station: report.groundStation,
      tuned: report.tuned,
      received: report.received,
      mpdus_received: report.mpdus?.received ?? null,
      mpdus_failed: report.mpdus?.failed ?? null,
      mpdus_sent: report.mpdus?.sent ?? null,
      mpdus_delivered: report.mpdus?.delivered ?? null,
      squitters_received: report.squittersReceived,
      squitters_missed: report.squittersMissed,
      change_cause: report.changeCause,
    })),
  );
  return sql`
    insert into hfdl_reports
    select report.* from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as report (
      message_id uuid, ground_station smallint, tuned smallint[], received smallint[],
      mpdus_received integer[], mpdus_failed integer[], mpdus_sent integer[], mpdus_delivered integer[],
      squitters_received integer, squitters_missed integer, change_cause integer)
    join stored on stored.id = report.message_id
    order by 1, 2 on conflict do nothing`;
}
