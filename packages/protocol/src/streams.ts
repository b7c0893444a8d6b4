import { z } from "zod";

/** The consumer groups that read every partition of the message stream side by side. */
export const streamGroups = ["persister", "fanout", "sampler"] as const;
export type StreamGroup = (typeof streamGroups)[number];

/**
 * What ingest knows of a message besides its public shape; for the services behind the stream.
 */
export const EntryLinks = z.strictObject({
  /** First reception of its transmission: the one the firehose shows. */
  first: z.boolean(),
  /** The station's clock was unusable and `timestamp` is ingest's. */
  skewed: z.boolean(),
  /** 24-bit address of the aircraft, where the message has one. */
  icao: z.string().nullable(),
  /** The flight in its one spelling (`UAL123`): see `flightKey`. */
  flightKey: z.string().nullable(),
});
export type EntryLinks = z.infer<typeof EntryLinks>;

/**
 * One item of a stream `messages:{p}`. The Message and the decoder's object travel as the JSON
 * texts they are stored and sent as, so that nobody on the way encodes them again.
 */
export interface StreamEntry {
  /** Redis' id of the entry, `<ms>-<n>`. */
  readonly entryId: string;
  /** `<producer>:<epoch>`: whose numbering `seq` belongs to. */
  readonly producer: string;
  readonly seq: number;
  readonly stationId: number;
  readonly messageJson: string;
  readonly linksJson: string;
  /** The decoder's whole object, byte for byte. */
  readonly raw: string;
}

/** The version of entries that this code writes. */
export const entryVersion = "1";

/** Field names of an entry, short because every entry repeats them. */
export const entryField = {
  version: "v",
  producer: "p",
  seq: "n",
  stationId: "s",
  message: "m",
  links: "l",
  raw: "r",
} as const;

export type EntryRefusal = {
  readonly refused: "unknown-version" | "bad-entry";
  readonly detail: string;
};

/** Reads an entry's flat field list as Redis returns it; unknown fields are passed over. */
export function readEntry(entryId: string, fields: readonly string[]): StreamEntry | EntryRefusal {
  const values: Record<string, string | undefined> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) values[fields[i] ?? ""] = fields[i + 1];
  const version = values[entryField.version] ?? "";
  const producer = values[entryField.producer] ?? "";
  const seq = Number(values[entryField.seq]);
  const stationId = Number(values[entryField.stationId]);
  const messageJson = values[entryField.message] ?? "";
  const linksJson = values[entryField.links] ?? "";
  const raw = values[entryField.raw] ?? "";
  if (version !== entryVersion)
    return { refused: "unknown-version", detail: `version '${version}'` };
  if (!producer || !Number.isSafeInteger(seq) || !Number.isSafeInteger(stationId) || !messageJson) {
    return { refused: "bad-entry", detail: "producer, sequence, station or message is missing" };
  }
  return { entryId, producer, seq, stationId, messageJson, linksJson, raw };
}
