import { z } from "zod";
import { parameter } from "./parameters.ts";

/** `true` or `false`. */
export const flagFilter = parameter
  .regex(/^(?:true|false)$/, "must be true or false")
  .transform((text) => text === "true")
  .meta({ type: "boolean" });

/**
 * A time: ISO 8601 with a zone, or a day, which is its beginning in UTC. As UTC with milliseconds.
 * A `+` that wasn't encoded arrives as a space.
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

/** A 24-bit address in any case, as it is stored. */
export const icaoFilter = parameter
  .regex(/^[0-9A-Fa-f]{6}$/, "must be 6 hex digits")
  .toUpperCase()
  .meta({ description: "A 24-bit address, in any case", examples: ["4ACA01"] });

/** A tail in any case; with or without hyphens it is the same. */
export const tailFilter = parameter
  .regex(/^[A-Za-z0-9-]{2,10}$/, "must be a registration")
  .overwrite((text) => text.toUpperCase().replaceAll("-", ""))
  .meta({
    description: "A registration, in any case, with or without hyphens",
    examples: ["SE-ABC"],
  });

/** An airport as messages name it. */
export const airportFilter = parameter
  .regex(/^[A-Za-z0-9]{3,4}$/, "must be an airport's code")
  .toUpperCase()
  .meta({ examples: ["ESSA"] });

/** A flight by its identifier. */
export const flightFilter = parameter
  .trim()
  .min(1, "must name a flight")
  .max(16, "is longer than any flight")
  .meta({
    description: "By IATA or ICAO code, in any case: these are one flight",
    examples: ["UA123", "UA0123", "UAL123"],
  });

/** The beginning of a text, in any case; of fewer letters too much begins. */
export function prefixFilter(charsMin: number) {
  return parameter.pipe(
    z
      .string()
      .trim()
      .min(charsMin, `must have at least ${charsMin} characters`)
      .max(64, "is too long"),
  );
}

export const linkId = z.uuid("must be an id").toLowerCase();

/** An id of an airframe or a flight, as messages carry it. */
export const linkFilter = parameter.pipe(linkId);

/**
 * A rectangle on the earth, degrees: west, south, east, north. West may be greater than east: then it
 * crosses 180°.
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
    description: "West, south, east, north in degrees; west greater than east crosses 180°",
    examples: [[11.5, 55, 24, 69]],
  });
