import { z } from "zod";
import { Decoded } from "../message/content.ts";
import { Message, requiredMembers } from "../message/message.ts";
import { signalMemberNames } from "../message/signal.ts";

/**
 * The members that the text `m` of an entry of version 2 has, in every release. The first readers of that
 * version refuse a text with any other member, so this list never changes.
 */
const releasedMembers: ReadonlySet<string> = new Set([
  "id",
  "groupId",
  "timestamp",
  "createdAt",
  "stationId",
  "airframeId",
  "flightId",
  "source",
  "sourceType",
  "linkDirection",
  "fromHex",
  "toHex",
  "frequency",
  "channel",
  "level",
  "error",
  "mode",
  "label",
  "blockId",
  "messageNumber",
  "ack",
  "tail",
  "flightNumber",
  "text",
  "data",
  "departingAirport",
  "destinationAirport",
  "latitude",
  "longitude",
  "altitude",
]);

/**
 * A message as a consumer reads it. Members that this release does not know are left out: for those who
 * store a message, or return it in a shape that the public contract closes.
 */
export const EntryMessage = z.object({
  ...Message.shape,
  decoded: z.object(Decoded.shape).nullable(),
});

/** The two JSON texts by which an entry has its message. */
interface EntryTexts {
  /** The members that every release knows. */
  readonly message: string;
  /** The members that were added since, which older readers ignore; empty if there are none. */
  readonly later: string;
}

/**
 * Creates the reader and writer of these texts.
 *
 * @param members the members of a message that this release knows and that are always present; a later one
 *   is added at the end
 * @param optional those that are absent if they are unknown
 */
export function createEntryMessages(members: readonly string[], optional: readonly string[]) {
  const later = members.filter((name) => !releasedMembers.has(name));
  const absent = Object.fromEntries([...later, ...optional].map((name) => [name, undefined]));
  const unknown = Object.fromEntries(later.map((name) => [name, null]));
  const unknownText = textOf(unknown);
  const lastKey = `"${later.at(-1)}":`;
  return {
    /** Returns the texts of a message. */
    write(message: object): EntryTexts {
      const values = message as Readonly<Record<string, unknown>>;
      const added: Record<string, unknown> = {};
      for (const name of later) added[name] = values[name] ?? null;
      for (const name of optional) added[name] = values[name];
      return { message: JSON.stringify({ ...message, ...absent }), later: textOf(added) };
    },
    /**
     * Returns the text of the whole message: members of a newer writer are kept, members that an older
     * writer did not know are null, or absent if they are optional.
     *
     * @throws SyntaxError if `later` is neither empty nor a JSON object.
     */
    read({ message, later: text }: EntryTexts): string {
      if (text === "") return joined(message, unknownText);
      // A writer that knows the last member knows all before it. Quotes inside of texts are escaped.
      if (text.includes(lastKey) && isObjectText(text)) return joined(message, text);
      const added = objectOrNull(text);
      if (added === null) throw new SyntaxError("the later members are not a JSON object");
      return joined(message, textOf({ ...unknown, ...added }));
    },
    /** Returns the texts of a whole message as `read` returned it. A text that is no object is kept as it is. */
    split(whole: string): EntryTexts {
      const message = objectOrNull(whole);
      if (message === null) return { message: whole, later: "" };
      const all = Object.entries(message);
      return {
        message: JSON.stringify(Object.fromEntries(all.filter(isReleased))),
        later: textOf(Object.fromEntries(all.filter((member) => !isReleased(member)))),
      };
    },
  };
}

/** The texts of this release. */
export const entryMessages = createEntryMessages(requiredMembers, signalMemberNames);

function isReleased([name]: [name: string, value: unknown]): boolean {
  return releasedMembers.has(name);
}

function objectOrNull(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the JSON text of an object, empty if it has no members. */
function textOf(object: object): string {
  const text = JSON.stringify(object);
  return text === "{}" ? "" : text;
}

/** Joins the texts of two JSON objects without a common member, so that the first is not encoded again. */
function joined(text: string, added: string): string {
  // What is no object stays as it is, for the reader that refuses it.
  if (added === "" || !isObjectText(text)) return text;
  const separator = text === "{}" ? "" : ",";
  return `${text.slice(0, -1)}${separator}${added.slice(1)}`;
}

function isObjectText(text: string): boolean {
  return text.startsWith("{") && text.endsWith("}");
}
