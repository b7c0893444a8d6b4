import { z } from "zod";
import { Message } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { filterAliases } from "../../aliases/query-aliases.ts";
import { type MessagePart, ReadMessage } from "../../message-include.ts";
import { messageFilters, refuseImpossibleFilters } from "../../message-filters.ts";
import { checkTogether, parameter, timeOrderedCursor } from "../../parameters.ts";
import { followDelaySeconds } from "./messages.ts";

/** The most messages of one export; continue after the last one for more. */
const exportRowsMax = 1_000_000;

const limitText = `must be a whole number from 1 to ${exportRowsMax}`;

export const exportTypes = { ndjson: "application/x-ndjson", csv: "text/csv" } as const;

/** The parts that an export may include. */
const exportParts = ["raw", "tree"] as const satisfies readonly MessagePart[];
const partsText = `must be one or more of ${exportParts.join(", ")}, separated by commas`;

/** Refuses parts in CSV: their objects are no cells of a table. */
const refusePartsInTables = checkTogether<{
  readonly format: string;
  readonly include?: readonly MessagePart[] | undefined;
}>(({ value, issues }) => {
  if (value.include === undefined || value.format !== "csv") return;
  const message = "must not be combined with format=csv";
  issues.push({ code: "custom", message, path: ["include"], input: value });
});

/** The query of `GET /v1/messages/export`. */
export const MessageExportQuery = z
  .strictObject({
    ...messageFilters,
    format: parameter
      .pipe(z.enum(["ndjson", "csv"], "must be ndjson or csv"))
      .default("ndjson")
      .describe("`ndjson`: one message per line. `csv`: a table. Default: `ndjson`."),
    limit: parameter
      .regex(/^\d{1,7}$/, limitText)
      .transform(Number)
      .pipe(z.int().min(1, limitText).max(exportRowsMax, limitText))
      .default(exportRowsMax)
      .describe("Maximum number of messages. Default and maximum: 1000000."),
    after: timeOrderedCursor("must be a message id")
      .optional()
      .describe("Only messages newer than the one with this id, to continue an export."),
    include: parameter
      .transform((text, context) => {
        const asked: readonly string[] = text.split(",");
        const known: MessagePart[] = exportParts.filter((part) => asked.includes(part));
        if (known.length < new Set(asked).size) context.addIssue(partsText);
        return known;
      })
      .optional()
      .meta({
        type: "array",
        items: { type: "string", enum: [...exportParts] },
        minItems: 1,
        description:
          "Members to add to each message, as in lists, separated by commas. `raw`: the decoder's object as text. `tree`: what the decoder program decoded. Only with `format=ndjson`.",
        examples: [["raw", "tree"]],
      }),
  })
  .check(refuseImpossibleFilters, refusePartsInTables);
export type MessageExportQuery = z.infer<typeof MessageExportQuery>;

/** A message of an export. `raw` and `tree` are members only if they were asked for. */
const ExportedMessage = z.strictObject({
  ...Message.shape,
  contentFrom: ReadMessage.shape.contentFrom,
  raw: ReadMessage.shape.raw,
  tree: ReadMessage.shape.tree,
});

const description = `Streams messages as NDJSON (one message per line) or CSV, oldest first. It takes the same filters as the list of messages. Without a filter, a time range or \`after\`, it exports messages of the last 24 hours.

If the connection is cut, the last line may be incomplete. Continue with \`after\` and the \`id\` of the last complete line; do the same if an export contains \`limit\` messages. An export ends ${followDelaySeconds} seconds before the present, and before messages that are not stored yet, so that none is skipped when it is continued. In CSV, a cell that a spreadsheet would take for a formula begins with an apostrophe. An account may run two exports at the same time.`;

export const messageExportEndpoints = {
  exportMessages: endpoint({
    method: "GET",
    path: "/v1/messages/export",
    summary: "Export messages",
    description,
    tag: "messages",
    access: "account",
    takesCookie: true,
    query: MessageExportQuery,
    aliases: filterAliases,
    status: 200,
    mediaTypes: Object.values(exportTypes),
    line: ExportedMessage,
    headers: ["Content-Disposition"],
  }),
};
