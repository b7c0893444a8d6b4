import type { Row } from "../row.ts";
import { connectionRows } from "./connection.ts";
import { feedRows } from "./feed.ts";
import { restRows } from "./rest.ts";
import { sessionRows } from "./session.ts";
import { subscriptionRows } from "./subscriptions.ts";

/** All that is tried, in this order. The limit of requests is last: it uses up a key's minute. */
export const contractRows: readonly Row[] = [
  ...restRows.filter(({ rows }) => !rows.includes("R-12")),
  ...connectionRows,
  ...subscriptionRows,
  ...feedRows,
  ...sessionRows,
  ...restRows.filter(({ rows }) => rows.includes("R-12")),
];
