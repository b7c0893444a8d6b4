import { z } from "zod";
import { SniffFilter } from "../events/sniff.ts";

const {
  tail,
  flight,
  airline,
  aircraftType,
  label,
  sourceType,
  text,
  q,
  decoded,
  bbox,
  snrMin,
  excludeText,
} = SniffFilter.shape;

const part = /[\p{L}\p{N}]{3}/u;
const partText = "must contain three letters or digits in a row";

/** Members of which a filter needs one: by them few of many rules are looked at for a message. */
const selective = [
  "tail",
  "flight",
  "airline",
  "aircraftType",
  "label",
  "text",
  "q",
  "decoded",
  "bbox",
] as const;

/** Selects messages for an alert rule, as a filter of the firehose does. Members are combined with AND. */
export const AlertFilter = z
  .strictObject({
    tail: tail
      .unwrap()
      .overwrite((given) => given.replaceAll("-", ""))
      .optional()
      .describe("Registration, case-insensitive, with or without hyphens."),
    flight,
    airline,
    aircraftType,
    label,
    sourceType,
    snrMin,
    text: text
      .unwrap()
      .regex(part, partText)
      .optional()
      .describe("A part of the text, case-insensitive."),
    q: q
      .unwrap()
      .regex(part, partText)
      .optional()
      .describe("A part of the text or of the decoded description, case-insensitive."),
    excludeText,
    decoded: decoded
      .unwrap()
      .refine((given) => !given.includes("none"), "must be any or names of applications")
      .optional()
      .describe(
        "`any`: messages whose content was decoded. Otherwise applications of the content.",
      ),
    bbox: bbox
      .unwrap()
      .refine(([, south, , north]) => south <= north, "south must not be greater than north")
      .optional()
      .describe("West, south, east, north in degrees. West greater than east crosses 180°."),
  })
  .refine(
    (given) => selective.some((name) => given[name] !== undefined),
    `must have one of ${selective.join(", ")}`,
  );
export type AlertFilter = z.infer<typeof AlertFilter>;
