import { listFilter, partFilter } from "../rest/filters.ts";
import { livePart, valueList } from "./live-values.ts";

// Any characters but the comma and control characters: not as `\p{Cc}` in a class, which not all readers of JSON Schema know.
// oxlint-disable-next-line no-control-regex
const excludedPart = /^[^,\u0000-\u001f\u007f-\u009f]{1,64}$/u;

/** The schemas of filters of texts: of stored messages and of the firehose. */
export const textSchemas = {
  text: {
    stored: partFilter.optional().meta({
      description:
        "A part of the text, case-insensitive, with at least three letters or digits in a row.",
      examples: ["POSN"],
    }),
    live: livePart.optional().describe("A part of the text, case-insensitive."),
  },
  q: {
    stored: partFilter.optional().meta({
      description:
        "A part of the text or of the decoded description, case-insensitive, with at least three letters or digits in a row.",
      examples: ["climb to"],
    }),
    live: livePart
      .optional()
      .describe("A part of the text or of the decoded description, case-insensitive."),
  },
  excludeText: {
    stored: listFilter(excludedPart, "parts of texts of up to 64 characters")
      .optional()
      .meta({
        description:
          "Parts of texts, case-insensitive, separated by commas: messages without any of them in the text and the decoded description.",
        examples: [["ATIS", "link test"]],
      }),
    live: valueList(livePart.regex(excludedPart, "must not contain commas or control characters"))
      .optional()
      .describe(
        "Parts of texts, case-insensitive: messages without any of them in the text and the decoded description.",
      ),
  },
} as const;
