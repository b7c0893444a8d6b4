import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { parameter } from "../parameters.ts";

/** The most targets of a look-up. */
export const lookupTargetsMax = 8;

const lookupKinds = [
  "tail",
  "flight",
  "icao",
  "airline",
  "airport",
  "station",
  "message",
  "label",
  "ground_station",
] as const;

/** A thing that a text may mean. */
export const LookupTarget = z.strictObject({
  kind: z
    .enum(lookupKinds)
    .describe("What it is. `tail` and `icao` are airframes, named by what was typed."),
  id: z
    .string()
    .describe(
      "What selects it: the ICAO address, or the id if it has none, of an airframe; the id of a flight, station, message or ground station; the code of an airline or airport; the label.",
    ),
  title: z.string().describe("What it is called, for example `N156VN`."),
  detail: z
    .string()
    .nullable()
    .describe("A few more words, for example the type and the owner; `null` without any."),
});
export type LookupTarget = z.infer<typeof LookupTarget>;

const LookupQuery = z.strictObject({
  q: parameter
    .trim()
    .min(1, "must not be empty")
    .max(64, "must not be longer than 64 characters")
    .meta({
      description:
        "What was typed or pasted: a tail, a flight, an ICAO address, an airline, an airport, the beginning of a station's ident, a message id, a label, or a ground station.",
      examples: ["UAL123", "a1aef6", "KABQ"],
    }),
});

export const lookupEndpoints = {
  lookUp: endpoint({
    method: "GET",
    path: "/v1/lookup",
    summary: "Find what a text names",
    description: `Returns what a text may mean, the best match first: at most ${lookupTargetsMax} targets. A text that names nothing known is answered with an empty array.`,
    tag: "reference",
    access: "reader",
    query: LookupQuery,
    answer: z.array(LookupTarget),
  }),
};
