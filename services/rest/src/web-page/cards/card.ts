import { type FlightSummary, labelMeanings, type Message } from "@jetwire/protocol";
import { plainLine } from "../plain-line.ts";

/** The pixels of a card: what previews of links show in full. */
export const cardSize = { width: 1_200, height: 630 } as const;

/** The content of a card. Every text is one line without control characters. */
export interface Card {
  readonly sourceType: string | null;
  readonly title: string;
  readonly facts: string;
  /** Messages, oldest first. */
  readonly bubbles: readonly CardBubble[];
}

/** A message of a card. */
export interface CardBubble {
  readonly side: "ground" | "aircraft";
  readonly time: string;
  readonly words: string;
  readonly isDecoded: boolean;
  /** The text as received; empty without one. */
  readonly raw: string;
  /** Whether it is the message that the card is about. */
  readonly isAsked: boolean;
}

const titleCharsMax = 60;
const factsCharsMax = 120;
const wordsCharsMax = 160;
const rawCharsMax = 200;
/** More messages do not fit on a card. */
const bubblesMax = 6;

/** Describes a message in its conversation. @param all the messages that belong together, that one among them, oldest first */
export function cardOfMessage(message: Message, all: readonly Message[]): Card {
  const { tail, flightNumber, sourceType, timestamp, frequency } = message;
  const megahertz = frequency === null ? null : `${frequency.toFixed(3)} MHz`;
  const telling = all.filter((one) => one.groupId === message.groupId || saysSomething(one));
  const asked = telling.findIndex(({ groupId }) => groupId === message.groupId);
  // The messages before it say what it answers.
  const first = Math.max(0, Math.min(asked - 2, telling.length - bubblesMax));
  return {
    sourceType,
    title: titleOf([tail, flightNumber], "Message"),
    facts: factsOf([dayAndTime(timestamp), megahertz]),
    bubbles: telling
      .slice(first, first + bubblesMax)
      .map((one) => bubbleOf(one, one.groupId === message.groupId)),
  };
}

/** Describes a flight by its route and by what it said last. @param latest messages, newest first */
export function cardOfFlight(flight: FlightSummary, latest: readonly Message[]): Card {
  const { departingAirport: from, destinationAirport: to, airline, lastHeardAt } = flight;
  const route = from === null && to === null ? null : `${from ?? "?"} – ${to ?? "?"}`;
  return {
    sourceType: latest[0]?.sourceType ?? null,
    title: titleOf([flight.flightIcao ?? flight.flight, route], "Flight"),
    facts: factsOf([airline?.name, `last received ${dayAndTime(lastHeardAt)}`]),
    bubbles: latest
      .slice(0, bubblesMax)
      .toReversed()
      .map((one) => bubbleOf(one, false)),
  };
}

function bubbleOf(message: Message, isAsked: boolean): CardBubble {
  const { decoded, linkDirection, timestamp } = message;
  const raw = message.text ?? message.data ?? "";
  return {
    side: linkDirection === "uplink" ? "ground" : "aircraft",
    time: timestamp.slice(11, 19),
    words: plainLine(decoded?.description || kindOf(message), wordsCharsMax),
    isDecoded: decoded !== null,
    // A long text is cut before it is looked at.
    raw: plainLine(raw.slice(0, 4 * rawCharsMax), rawCharsMax),
    isAsked,
  };
}

/** Whether it is more than an acknowledgement. */
function saysSomething({ decoded, text, data }: Message): boolean {
  return decoded !== null || Boolean(text ?? data);
}

/** Says what kind of message it is that was not decoded. */
function kindOf({ label, linkDirection }: Message): string {
  if (label === null) return "Link frame";
  const meanings = labelMeanings.filter((one) => one.label === label);
  const exact = meanings.find((one) => one.linkDirection === linkDirection);
  return (exact ?? meanings[0])?.meaning ?? `Label ${label}`;
}

function titleOf(parts: readonly (string | null)[], otherwise: string): string {
  return plainLine(parts.filter(Boolean).join(" · "), titleCharsMax) || otherwise;
}

function factsOf(parts: readonly (string | null | undefined)[]): string {
  return plainLine(parts.filter(Boolean).join(" · "), factsCharsMax);
}

function dayAndTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
