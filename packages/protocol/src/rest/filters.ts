import { z } from "zod";
import { airlineCode } from "../message/flight-key.ts";
import { readFrequencies } from "../message/frequencies.ts";
import { snr } from "../filters/live-values.ts";
import { parameter } from "./parameters.ts";

/** `true` or `false`. */
export const flagFilter = parameter
  .regex(/^(?:true|false)$/, "must be true or false")
  .transform((text) => text === "true")
  .meta({ type: "boolean" });

/**
 * A time: ISO 8601 with a zone, or a day, which stands for its start in UTC. It becomes UTC with
 * milliseconds. A `+` that was not encoded arrives as a space.
 */
export const timeFilter = parameter
  .overwrite((text) => text.replace(/ (?=\d\d:\d\d$)/, "+"))
  .refine(isTime, "must be a time like 2026-01-31T23:59:59Z or a day like 2026-01-31")
  .transform((text) => new Date(text).toISOString())
  .meta({ type: "string", format: "date-time", examples: ["2026-01-31T23:59:59Z"] });

function isTime(text: string): boolean {
  return (
    z.iso.datetime({ offset: true }).safeParse(text).success || z.iso.date().safeParse(text).success
  );
}

/** A 24-bit address, converted to upper case. */
export const icaoFilter = parameter
  .regex(/^[0-9A-Fa-f]{6}$/, "must be 6 hexadecimal digits")
  .toUpperCase()
  .meta({
    description: "ICAO 24-bit address: 6 hexadecimal digits, case-insensitive.",
    examples: ["4ACA01"],
  });

/** A tail, converted to upper case without hyphens. */
export const tailFilter = parameter
  .regex(/^[A-Za-z0-9-]{2,10}$/, "must be a registration, for example SE-ABC")
  .overwrite((text) => text.toUpperCase().replaceAll("-", ""))
  .meta({
    description: "Registration, case-insensitive, with or without hyphens.",
    examples: ["SE-ABC"],
  });

/** An airport code as messages contain it. */
export const airportFilter = parameter
  .regex(/^[A-Za-z0-9]{3,4}$/, "must be an airport code of 3 or 4 characters")
  .toUpperCase()
  .meta({ examples: ["ESSA"] });

/** An ICAO type designator, converted to upper case. */
export const aircraftTypeFilter = parameter
  .regex(/^[A-Za-z][A-Za-z0-9]{1,3}$/, "must be a type designator, for example B738")
  .toUpperCase()
  .meta({ description: "ICAO type designator, case-insensitive.", examples: ["B738"] });

const airlineText = "must be an airline code of 2 or 3 characters, for example UA or UAL";

/** An airline by its IATA or ICAO code, converted to upper case. */
export const airlineFilter = parameter
  .regex(airlineCode, airlineText)
  .toUpperCase()
  .meta({
    description:
      "IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline.",
    examples: ["UA", "UAL"],
  });

const frequencyText = "must be a frequency in MHz like 131.55, or a range like 131.5-131.6";

/** The text of a filter of frequencies, MHz: one frequency, or a range of two. */
export const Frequencies = z
  .string(frequencyText)
  .regex(/^\d{1,5}(?:\.\d{1,6})?(?:-\d{1,5}(?:\.\d{1,6})?)?$/, {
    message: frequencyText,
    abort: true,
  })
  .refine((frequencies) => {
    const { from, to } = readFrequencies(frequencies);
    return from <= to;
  }, frequencyText);

/** Frequencies in MHz, as `readFrequencies` reads them. */
export const frequencyFilter = parameter.pipe(Frequencies).meta({
  description:
    "Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included.",
  examples: ["131.55", "136.65-136.975"],
});

/** The least signal-to-noise ratio, dB. */
export const snrFilter = parameter
  .regex(/^-?\d{1,3}(?:\.\d)?$/, "must be a number of decibels like 10 or 7.5")
  .transform(Number)
  .pipe(snr)
  .meta({ description: snr.description, examples: [10] });

/** A flight by its identifier. */
export const flightFilter = parameter
  .trim()
  .min(1, "must be a flight identifier, for example UA123")
  .max(16, "must not be longer than 16 characters")
  .meta({
    description:
      "Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same flight.",
    examples: ["UA123", "UA0123", "UAL123"],
  });

/** A prefix of a name. A minimum length keeps the number of matches small. */
export function prefixFilter(charsMin: number) {
  return parameter.pipe(
    z
      .string()
      .trim()
      .min(charsMin, `must have at least ${charsMin} characters`)
      .max(64, "must not be longer than 64 characters"),
  );
}

/** A part of a name. A minimum length lets an index by trigrams serve it. */
export function nameFilter(what: string) {
  return prefixFilter(3).describe(
    `Part of ${what}, at least 3 characters, case-insensitive, with or without diacritics.`,
  );
}

export const linkId = z.uuid("must be a UUID").toLowerCase();

/** The id of an airframe or a flight. */
export const linkFilter = parameter.pipe(linkId);

/** Degrees. */
function degreesFilter(max: number) {
  const message = `must be degrees from -${max} to ${max}`;
  return parameter
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, message)
    .transform(Number)
    .refine((degrees) => Math.abs(degrees) <= max, message)
    .meta({ type: "number", minimum: -max, maximum: max });
}
export const latitudeFilter = degreesFilter(90);
export const longitudeFilter = degreesFilter(180);

/**
 * A rectangle in degrees: west, south, east, north. It crosses 180° if west is greater than east.
 */
export type Box = readonly [west: number, south: number, east: number, north: number];

const boxText = "must be west,south,east,north in degrees";

export const boxFilter = parameter
  .regex(/^-?\d{1,3}(\.\d{1,9})?(,-?\d{1,3}(\.\d{1,9})?){3}$/, boxText)
  .transform((text): Box => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(",").map(Number);
    return [west, south, east, north];
  })
  .refine(
    ([west, south, east, north]) =>
      Math.max(Math.abs(west), Math.abs(east)) <= 180 &&
      south >= -90 &&
      north <= 90 &&
      south < north,
    boxText,
  )
  .meta({
    type: "array",
    items: { type: "number", minimum: -180, maximum: 180 },
    minItems: 4,
    maxItems: 4,
    description: "West, south, east, north in degrees. West greater than east crosses 180°.",
    examples: [[11.5, 55, 24, 69]],
  });

/** The most values of a list. */
export const listMax = 20;

/** Alternatives, separated by commas; they become unique and sorted. */
export function listFilter(item: RegExp, what: string) {
  return parameter
    .transform((text) => [...new Set(text.split(","))].toSorted())
    .refine((items) => items.length <= listMax, `must not have more than ${listMax} items`)
    .refine((items) => items.every((one) => item.test(one)), `must be ${what}, separated by commas`)
    .meta({
      type: "array",
      items: { type: "string", pattern: item.source },
      minItems: 1,
      maxItems: listMax,
    });
}

const partText = "must contain three letters or digits in a row";

/** A part of a text, long enough for an index of trigrams. */
export const partFilter = parameter
  .max(64, "must not be longer than 64 characters")
  .min(3, partText)
  .regex(/[\p{L}\p{N}]{3}/u, partText);
