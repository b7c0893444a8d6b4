import { z } from "zod";
import { Message } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";
import { messageFilters, refuseImpossibleFilters } from "../message-filters.ts";
import { parameter, timeOrderedCursor } from "../parameters.ts";

/** Messages of one export at most; who wants more goes on after the last one. */
export const exportRowsMax = 1_000_000;

const limitText = `must be a whole number from 1 to ${exportRowsMax}`;

export const exportTypes = { ndjson: "application/x-ndjson", csv: "text/csv" } as const;

/** The query of `GET /v1/messages/export`. */
export const MessageExportQuery = z
  .strictObject({
    ...messageFilters,
    format: parameter
      .pipe(z.enum(["ndjson", "csv"], "must be ndjson or csv"))
      .default("ndjson")
      .describe("A message a line, or a table"),
    limit: parameter
      .regex(/^\d{1,7}$/, limitText)
      .transform(Number)
      .pipe(z.int().min(1, limitText).max(exportRowsMax, limitText))
      .default(exportRowsMax)
      .describe("Messages at most"),
    after: timeOrderedCursor("must be a message id")
      .optional()
      .describe("Only newer ones than this message: where an export that was cut goes on"),
  })
  .check(refuseImpossibleFilters);
export type MessageExportQuery = z.infer<typeof MessageExportQuery>;

const description = `As NDJSON (a message a line) or CSV, oldest first, with the filters of the list. Without a filter, a time or \`after\` those of the last 24 hours.

An export that is cut off is not whole: its last line may be a part of one. Go on with \`after\`, the \`id\` of the last whole line; so does an export that held \`limit\` messages. In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe. Two exports an account at a time.`;

export const messageExportEndpoints = {
  exportMessages: endpoint({
    method: "GET",
    path: "/v1/messages/export",
    summary: "Export messages",
    description,
    tag: "messages",
    access: "account",
    query: MessageExportQuery,
    status: 200,
    mediaTypes: Object.values(exportTypes),
    line: Message,
    headers: ["Content-Disposition"],
  }),
};
