/** The schemas of values in filters of the firehose. */
import { z } from "zod";
import { decodedWords } from "../message/applications.ts";
import { sourceTypes } from "../message/source-types.ts";

/** Returns the schema of a list of values, which sorts them and removes repeated ones. */
export function valueList<Item extends z.ZodType<string | number>>(item: Item): z.ZodArray<Item> {
  return z
    .array(item)
    .min(1, "must not be empty")
    .max(50, "must not have more than 50 items")
    .overwrite((items) => [...new Set(items)].toSorted((a, b) => (a < b ? -1 : 1)));
}

export const sourceType = z.enum(sourceTypes, `must be one of ${sourceTypes.join(", ")}`);
export const label = z
  .string()
  .regex(/^[\x20-\x7e]{2}$/, "must be a label of two characters, for example H1");
const degreesText = "must be degrees: west, south, east, north";
export const longitude = z.number(degreesText).min(-180, degreesText).max(180, degreesText);
export const latitude = z.number(degreesText).min(-90, degreesText).max(90, degreesText);

export const application = z.enum(decodedWords, `must be one of ${decodedWords.join(", ")}`);

/** A part of a text. */
export const livePart = z
  .string()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters");

/** A signal-to-noise ratio, dB, to a tenth as messages have it. */
const snrText = "must be a number of decibels from -100 to 100";
export const snr = z
  .number(snrText)
  .min(-100, snrText)
  .max(100, snrText)
  .overwrite((decibels) => Math.round(decibels * 10) / 10)
  .describe("Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match.");
