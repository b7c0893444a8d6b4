import { endpoint } from "../../endpoint.ts";
import { RouteFilesManifest } from "../../route-files.ts";

const common = {
  method: "GET",
  tag: "flights",
  access: "open",
  limitedByAddress: true,
  tagged: true,
  headers: ["Last-Modified"],
  refusals: ["not_found", "rate_limited", "unavailable"],
} as const;
const content =
  "At most 250,000 usual routes, those flown last first. It is made once a day and has the SHA-256 of the manifest as its ETag, at every replica, so that an interrupted download can continue. Needs no credential; requests are limited per address.";

export const routeFileEndpoints = {
  readRouteFilesManifest: endpoint({
    ...common,
    path: "/v1/routes/files/manifest.json",
    summary: "Describe the files of usual routes",
    description:
      "Returns when the files of usual routes were made, how many routes they have, the terms of use, and the size and SHA-256 of each file. Needs no credential; requests are limited per address.",
    answer: RouteFilesManifest,
  }),
  readRoutesCsv: endpoint({
    ...common,
    path: "/v1/routes/files/routes.csv",
    summary: "Download the usual routes as CSV",
    description: content,
    ranged: true,
    mediaTypes: ["text/csv"],
    status: 200,
  }),
  readRoutesSqlite: endpoint({
    ...common,
    path: "/v1/routes/files/routes.sqlite",
    summary: "Download the usual routes as an SQLite database",
    description: `${content} Table \`routes\` has the columns of the CSV, table \`airports\` names and positions; \`pragma user_version\` is the version of the format.`,
    ranged: true,
    mediaTypes: ["application/vnd.sqlite3"],
    status: 200,
  }),
};
