import { z } from "zod";
import { entryMessages } from "./internal/entry-message.ts";
import { isMessageId } from "./message/message-id.ts";

/** The consumer groups that read every partition of the message stream side by side. */
export const streamGroups = ["persister", "fanout", "sampler"] as const;
export type StreamGroup = (typeof streamGroups)[number];

/**
 * The links of a message besides its public members. Only the persister reads them. The first readers of
 * version 2 refuse other members: another link is a field of its own in the entry of the details.
 */
export const EntryLinks = z.object({
  /** First reception of its transmission: the one that the firehose shows. */
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
 * An entry of a stream `messages:{p}`. The message is the JSON text that is stored and sent, so that no
 * service encodes it again; what routing and sampling need are fields of their own. The text has all
 * members that the writer or this release knows.
 */
export interface StreamEntry {
  /** Redis' id of the entry, `<ms>-<n>`. */
  readonly entryId: string;
  /** `<producer>:<epoch>`: the numbering that `seq` belongs to. */
  readonly producer: string;
  readonly seq: number;
  readonly stationId: number;
  /** The message's id. */
  readonly id: string;
  readonly groupId: string;
  /** Whether it is the first reception of its transmission. */
  readonly first: boolean;
  /** It was delivered before: only the persister reads it, because Postgres lost it. */
  readonly storeOnly: boolean;
  readonly messageJson: string;
  /** The JSON text of the `EntryWhole` that the message completes; absent if it completes none. */
  readonly wholeJson?: string;
  /** Null unless the entry was read with its details. */
  readonly details: EntryDetails | null;
}

/** The part of an entry that only the persister reads; it lies in a stream of its own. */
interface EntryDetails {
  /** The JSON text of `EntryLinks`. */
  readonly linksJson: string;
  /** The decoder's whole object, byte for byte. */
  readonly raw: string;
}

/**
 * The version of the entries that this code writes. It also reads version 1.
 *
 * Releases run side by side during an upgrade, so entries grow within a version: older readers ignore
 * fields that they do not know, and members that a message did not always have are in a field of their
 * own. A new version is for changes that an older reader would misread; it leaves such entries in the
 * stream for a reader that knows them. See decision 0020.
 */
export const entryVersion = "2";

/** Field names of an entry, short because every entry repeats them. */
export const entryField = {
  version: "v",
  producer: "p",
  seq: "n",
  stationId: "s",
  id: "i",
  groupId: "g",
  first: "f",
  /** "1", or absent. */
  storeOnly: "o",
  message: "m",
  /** The members of the message that are not in `m`: see `EntryTexts`. Absent if there are none. */
  later: "x",
  /** The whole that the message completes; absent if it completes none. */
  whole: "w",
  /** These two are in the stream of details; in version 1, in the entry itself. */
  links: "l",
  raw: "r",
} as const;

/**
 * The reason for which an entry cannot be read. An entry of a `newer-version` is readable by a newer release and must be
 * kept for it; the others are readable by none.
 */
export type EntryRefusal = {
  readonly refused: "newer-version" | "unknown-version" | "bad-entry";
  readonly detail: string;
};

/** Reads an entry's flat field list as Redis returns it. Unknown fields are ignored. */
export function readEntry(entryId: string, fields: readonly string[]): StreamEntry | EntryRefusal {
  const values = fieldsByName(fields);
  const version = values.get(entryField.version) ?? "";
  if (version !== entryVersion && version !== "1") {
    const refused = isNewer(version) ? "newer-version" : "unknown-version";
    return { refused, detail: `version '${version}', this release reads up to ${entryVersion}` };
  }
  const producer = values.get(entryField.producer) ?? "";
  const seq = Number(values.get(entryField.seq));
  const stationId = Number(values.get(entryField.stationId));
  const messageJson = values.get(entryField.message) ?? "";
  const routing = version === "1" ? routingOfVersion1(messageJson, values) : routingOf(values);
  if (!producer || !Number.isSafeInteger(seq) || !Number.isSafeInteger(stationId) || !messageJson) {
    return { refused: "bad-entry", detail: "producer, sequence, station or message is missing" };
  }
  if (!isMessageId(routing.id) || routing.groupId === "") {
    return { refused: "bad-entry", detail: "the message's id or groupId is missing" };
  }
  const whole = wholeMessage(messageJson, values.get(entryField.later) ?? "");
  if (whole === null) return { refused: "bad-entry", detail: "the later members are not readable" };
  const wholeJson = values.get(entryField.whole);
  return {
    entryId,
    producer,
    seq,
    stationId,
    ...routing,
    messageJson: whole,
    ...(wholeJson !== undefined && { wholeJson }),
  };
}

/** Returns the fields of an entry as `readEntry` reads them, in this version. */
export function writeEntry(entry: Omit<StreamEntry, "entryId" | "details">): string[] {
  const { message, later } = entryMessages.split(entry.messageJson);
  const values: Record<string, string> = {
    [entryField.version]: entryVersion,
    [entryField.producer]: entry.producer,
    [entryField.seq]: String(entry.seq),
    [entryField.stationId]: String(entry.stationId),
    [entryField.id]: entry.id,
    [entryField.groupId]: entry.groupId,
    [entryField.first]: entry.first ? "1" : "0",
    [entryField.message]: message,
    ...(later !== "" && { [entryField.later]: later }),
    ...(entry.wholeJson !== undefined && { [entryField.whole]: entry.wholeJson }),
    ...(entry.storeOnly && { [entryField.storeOnly]: "1" }),
  };
  return Object.entries(values).flat();
}

/** Returns the fields of an entry of the stream of details. */
export function writeEntryDetails({ linksJson, raw }: EntryDetails): string[] {
  return [entryField.links, linksJson, entryField.raw, raw];
}

/** Versions are numbers that count up. */
function isNewer(version: string): boolean {
  return /^[1-9]\d{0,8}$/.test(version) && Number(version) > Number(entryVersion);
}

function wholeMessage(message: string, later: string): string | null {
  try {
    return entryMessages.read({ message, later });
  } catch {
    return null;
  }
}

/** Reads the fields of an entry of the stream of details. */
export function readEntryDetails(fields: readonly string[]): EntryDetails {
  return detailsOf(fieldsByName(fields));
}

type Routing = Pick<StreamEntry, "id" | "groupId" | "first" | "storeOnly" | "details">;

function routingOf(values: ReadonlyMap<string, string>): Routing {
  return {
    id: values.get(entryField.id) ?? "",
    groupId: values.get(entryField.groupId) ?? "",
    first: values.get(entryField.first) === "1",
    storeOnly: values.get(entryField.storeOnly) === "1",
    details: null,
  };
}

const RoutedMessage = z.object({ id: z.string(), groupId: z.string() });

/** Version 1 had these members in its JSON texts only, and the details in the entry. */
function routingOfVersion1(messageJson: string, values: ReadonlyMap<string, string>): Routing {
  const details = detailsOf(values);
  const message = RoutedMessage.safeParse(parsedOrNull(messageJson)).data;
  const links = z.object({ first: z.boolean() }).safeParse(parsedOrNull(details.linksJson)).data;
  // Without links nothing says that another reception came first.
  const first = links?.first ?? true;
  const [id, groupId] = [message?.id ?? "", message?.groupId ?? ""];
  return { id, groupId, first, storeOnly: false, details };
}

function detailsOf(values: ReadonlyMap<string, string>): EntryDetails {
  return {
    linksJson: values.get(entryField.links) ?? "",
    raw: values.get(entryField.raw) ?? "",
  };
}

function fieldsByName(fields: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i] ?? "", fields[i + 1] ?? "");
  return values;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
