import { z } from "zod";

/**
 * The reader of the first release of entries of version 2, as it was: it tells what that release does with
 * the entries of this one. It does not follow changes of protocol.
 */
export type ReleasedReading =
  | {
      readonly kind: "read";
      readonly message: unknown;
      readonly links: unknown;
      readonly raw: string;
    }
  | { readonly kind: "dead-letter"; readonly detail: string };

const text = z.string().nullable();
const number = z.number().nullable();
const instant = z.iso.datetime({ precision: 3 });
const hexAddress = z.string().regex(/^[0-9A-F]{1,8}$/);

const ReleasedMessage = z.strictObject({
  id: z.uuidv7(),
  groupId: z.uuidv7(),
  timestamp: instant,
  createdAt: instant,
  stationId: z.int().positive(),
  airframeId: text,
  flightId: text,
  source: z.string(),
  sourceType: z.string(),
  linkDirection: z.enum(["uplink", "downlink"]).nullable(),
  fromHex: hexAddress.nullable(),
  toHex: hexAddress.nullable(),
  frequency: number,
  channel: number,
  level: number,
  error: number,
  mode: text,
  label: text,
  blockId: text,
  messageNumber: text,
  ack: text,
  tail: text,
  flightNumber: text,
  text,
  data: text,
  departingAirport: text,
  destinationAirport: text,
  latitude: number,
  longitude: number,
  altitude: number,
});

const ReleasedLinks = z.strictObject({
  first: z.boolean(),
  skewed: z.boolean(),
  icao: z.string().nullable(),
  flightKey: z.string().nullable(),
});

/** Reads an entry and its details as the persister of that release does. */
export function readAsReleased(
  fields: readonly string[],
  details: readonly string[],
): ReleasedReading {
  const values = byName(fields);
  const version = values.get("v") ?? "";
  if (version !== "2") return { kind: "dead-letter", detail: `version '${version}'` };
  const routing = ["p", "n", "s", "i", "g", "f", "m"].map((name) => values.get(name) ?? "");
  if (routing.includes("")) return { kind: "dead-letter", detail: "a field is missing" };
  const { l: linksText = "", r: raw = "" } = Object.fromEntries(byName(details));
  const message = ReleasedMessage.safeParse(JSON.parse(values.get("m") ?? ""));
  const links = ReleasedLinks.safeParse(JSON.parse(linksText));
  const error = message.error ?? links.error;
  if (error !== undefined) return { kind: "dead-letter", detail: error.issues[0]?.message ?? "" };
  return { kind: "read", message: message.data, links: links.data, raw };
}

function byName(fields: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i] ?? "", fields[i + 1] ?? "");
  return values;
}
