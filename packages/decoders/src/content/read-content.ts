import type { Message } from "@jetwire/protocol";
import type { DecodedMessage } from "../formats/decoded-message.ts";
import type { Findings } from "./findings.ts";
import { createTextReader, type TextReaderOptions } from "./text/read-text.ts";
import { flightTimes } from "./flight-times.ts";
import { readPayload } from "./payloads/read-payload.ts";
import { readTree } from "./trees/read-tree.ts";

/** The members of a Message that are known from what the station sent. */
export type ReceivedMembers = Omit<
  Message,
  | "id"
  | "groupId"
  | "timestamp"
  | "createdAt"
  | "stationId"
  | "airframeId"
  | "flightId"
  | "authenticated"
>;

/**
 * The version of what reads the content of messages. Raise it with every change of what is read, so that
 * messages that were read before can be read again.
 */
export const contentVersion = 1;

export interface ContentOptions {
  /** How texts are read; null if they are not. What the decoder programs decoded is always used. */
  readonly texts: TextReaderOptions | null;
}

/** @param timeMs the time of the message, Unix ms */
export type ContentReader = (message: DecodedMessage, timeMs: number) => ReceivedMembers;

/**
 * Creates a reader of what messages say. What the decoder program decoded takes precedence over what is read
 * from the text, and fields of the decoder over both. Creating a reader costs more than using it, so a
 * process has one. It never throws.
 */
export function createContentReader(options: ContentOptions): ContentReader {
  const readText = options.texts === null ? null : createTextReader(options.texts);

  function contentOf(message: DecodedMessage, timeMs: number): Findings | null {
    const ofTree = readTree(message, timeMs);
    if (readText === null || (ofTree !== null && !isDescription(ofTree))) return ofTree;
    return readPayload(message, timeMs) ?? ofTree ?? readText(message);
  }

  return (message, timeMs) => {
    const found = contentOf(message, timeMs);
    const { latitude, longitude, altitude, positionSource } = positionOf(message, found);
    return {
      source: message.source,
      sourceType: message.sourceType,
      linkDirection: message.linkDirection,
      fromHex: message.fromHex,
      toHex: message.toHex,
      frequency: message.frequency,
      channel: message.channel,
      level: message.level,
      error: message.error,
      mode: message.mode,
      label: message.label,
      blockId: message.blockId,
      messageNumber: message.messageNumber,
      ack: message.ack,
      tail: message.tail,
      flightNumber: message.flightNumber,
      text: message.text,
      data: message.data,
      departingAirport: message.departingAirport ?? found?.departingAirport ?? null,
      destinationAirport: message.destinationAirport ?? found?.destinationAirport ?? null,
      latitude,
      longitude,
      altitude,
      sublabel: message.sublabel,
      mfi: message.mfi,
      decoded: found === null ? null : { ...found.decoded, version: contentVersion },
      positionSource,
      onGround: message.onGround ?? found?.onGround ?? null,
      times: flightTimes([message.times, found?.times ?? null], timeMs),
      assembly: message.assembly,
      ...message.signal,
    };
  };
}

/** Whether a decoder sent words for people, and no values. */
function isDescription({ decoded }: Findings): boolean {
  return decoded.application === "jaero";
}

type Position = Pick<ReceivedMembers, "positionSource" | "latitude" | "longitude" | "altitude">;

/** Returns the position of the decoder's fields, of its tree or of the text, with the altitude of the same place. */
function positionOf(message: DecodedMessage, found: Findings | null): Position {
  const { latitude, longitude, altitude } = message.latitude === null && found ? found : message;
  const isFound = latitude !== null && longitude !== null;
  const isText = message.latitude === null && found?.decoded.by === "text";
  const positionSource = isText ? "text" : "structured";
  return { positionSource: isFound ? positionSource : null, latitude, longitude, altitude };
}
