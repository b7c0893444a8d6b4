import {
  cleanIdent,
  type ContentReader,
  type DecodedMessage,
  type ParseResult,
} from "@jetwire/decoders";
import { readObject } from "@jetwire/decoders";
import { splitStationKey, withoutStationKeys } from "@jetwire/protocol";
import type { OfferedMessage, ReadRow } from "./offered-message.ts";

type Result = { message: OfferedMessage } | { ignored: string } | { refused: string };

/** Reads an object of a decoder program. */
export function readDecoderObject(value: unknown, text: string, content: ContentReader): Result {
  return toOffered(readObject(value), { value, text }, content);
}

/** Turns what a parser has read into a message of a file. A message without a time of its own is refused: it would become one of today. */
export function toOffered(
  parsed: ParseResult,
  { value, text }: { readonly value: unknown; readonly text: string },
  content: ContentReader,
): Result {
  if (parsed.status === "ignored") return { ignored: parsed.reason };
  if (parsed.status === "rejected") return { refused: `${parsed.reason}: ${parsed.detail}` };
  const { message } = parsed;
  const { stationTimeMs, stationIdent, icao } = message;
  if (stationTimeMs === null) return { refused: "has no time" };
  return {
    message: {
      ident: cleanIdent(stationIdent ?? "") || null,
      stationId: null,
      timeMs: stationTimeMs,
      members: content(message, stationTimeMs),
      icao,
      raw: rawOf(message, value, text),
      exported: null,
    },
  };
}

/** Returns the object as it is kept: without a station key, also one in JSON escapes. */
function rawOf({ stationIdent }: DecodedMessage, value: unknown, text: string): string {
  const raw = withoutStationKeys(text);
  const hasKey = stationIdent !== null && splitStationKey(stationIdent).key !== null;
  return hasKey && raw === text ? withoutStationKeys(JSON.stringify(value)) : raw;
}

/** Parses a line of JSON and reads its object. */
export function readJsonLine(
  line: { readonly number: number; readonly text: string },
  read: (value: unknown, text: string) => Result,
): ReadRow {
  const { number, text } = line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line: number, text, refused: "is not JSON" };
  }
  return { line: number, text, ...read(value, text) };
}
