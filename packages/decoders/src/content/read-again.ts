import type { Message } from "@jetwire/protocol";
import { type DecodedMessage, draftOf } from "../formats/decoded-message.ts";
import { setSublabel } from "../formats/members/sublabel.ts";
import { readRaw } from "../formats/read-raw.ts";
import { createContentReader } from "./read-content.ts";

/** The members of a message that its content decides. */
export type MessageContent = Pick<
  Message,
  | "decoded"
  | "latitude"
  | "longitude"
  | "altitude"
  | "positionSource"
  | "onGround"
  | "times"
  | "departingAirport"
  | "destinationAirport"
  | "sublabel"
  | "mfi"
>;

/** A stored message, with what is needed to read it again. */
interface KeptMessage {
  readonly message: Message;
  /** The decoder's object; null if it is not kept any more. */
  readonly raw: string | null;
  /** The text that the service joined of this message and the blocks before it; null if there is none. */
  readonly wholeText: string | null;
}

/** The content of a stored message, and of the whole that it completed. */
interface ReadAgain {
  readonly content: MessageContent;
  /** Null if the service joined no text. */
  readonly whole: Pick<MessageContent, "decoded" | "latitude" | "longitude" | "altitude"> | null;
}

/**
 * Reads a stored message. Returns null if it cannot be read better: without its object, what the decoder program decoded is
 * not known any more.
 */
export type ContentRereader = (kept: KeptMessage) => ReadAgain | null;

/**
 * Creates a reader of stored messages, which reads as ingest does, without its bound of time. The same
 * message is always read alike. Creating it costs more than using it. It never throws.
 */
export function createContentRereader(): ContentRereader {
  const read = createContentReader({ texts: { now: () => 0 } });
  return (kept) => {
    const { message, wholeText } = kept;
    const decoded = ofRaw(kept.raw) ?? ofMessage(message);
    if (decoded === null) return null;
    const timeMs = Date.parse(message.timestamp);
    const content = read(decoded, timeMs);
    const joined =
      wholeText === null
        ? null
        : read({ ...decoded, ...nothingDecoded, text: wholeText, headChars: 0 }, timeMs);
    return {
      content: {
        decoded: content.decoded,
        latitude: content.latitude,
        longitude: content.longitude,
        altitude: content.altitude,
        positionSource: content.positionSource,
        onGround: content.onGround,
        times: content.times,
        departingAirport: content.departingAirport,
        destinationAirport: content.destinationAirport,
        sublabel: content.sublabel,
        mfi: content.mfi,
      },
      whole: joined && {
        decoded: joined.decoded,
        latitude: joined.latitude,
        longitude: joined.longitude,
        altitude: joined.altitude,
      },
    };
  };
}

const nothingDecoded = { applications: null, latitude: null, longitude: null } as const;

function ofRaw(raw: string | null): DecodedMessage | null {
  if (raw === null) return null;
  const result = readRaw(raw);
  return result.status === "rejected" ? null : result.message;
}

/** Returns what the columns of a message have of its decoder's object: enough to read its text. */
function ofMessage(message: Message): DecodedMessage | null {
  if (message.text === null || message.decoded?.by === "decoder") return null;
  const draft = draftOf(message.source, message.sourceType, "acars");
  draft.stationTimeMs = Date.parse(message.timestamp);
  draft.linkDirection = message.linkDirection;
  draft.label = message.label;
  draft.text = message.text;
  draft.departingAirport = message.departingAirport;
  draft.destinationAirport = message.destinationAirport;
  draft.onGround = message.onGround;
  if (message.positionSource === "structured") {
    draft.latitude = message.latitude;
    draft.longitude = message.longitude;
    draft.altitude = message.altitude;
  }
  setSublabel(draft);
  draft.sublabel ??= message.sublabel;
  draft.mfi ??= message.mfi;
  return draft;
}
