import type { Message, ReadMessage } from "@jetwire/protocol";
import { labelMeaning } from "../text/labels.ts";
import { en } from "../text/en.ts";

/** A message, live or stored, with what is known of its links. */
export type ListedMessage = Message & Pick<ReadMessage, "station" | "airframe" | "flight">;

/** A row of a list: the parts of a message that it shows. Long texts are cut here, not by the page's layout. */
export interface MessageRow {
  readonly message: ListedMessage;
  readonly words: RowWords;
  /** The text as received, at most `rowCharsMax` characters. */
  readonly raw: string;
  /** The length of the whole text if the row does not show all of it. */
  readonly rawLength: number | null;
  readonly tail: string | null;
  readonly flight: string | null;
  /** The ident of the station that received it first; null if unknown. */
  readonly station: string | null;
  /** The number of stations that received the transmission, as far as this page knows. */
  readonly receptions: number;
}

/** The content of a message in words. */
export interface RowWords {
  readonly kind: "decoded" | "label" | "frame";
  readonly title: string;
  readonly details: string;
  readonly isPartial: boolean;
}

export const rowCharsMax = 400;

/** Makes the row of a message. */
export function rowOf(message: ListedMessage, receptions = 1): MessageRow {
  const text = message.text ?? message.data ?? "";
  return {
    message,
    words: wordsOf(message),
    raw: text.slice(0, rowCharsMax),
    rawLength: text.length > rowCharsMax ? text.length : null,
    tail: message.tail ?? message.airframe?.tail ?? null,
    flight: message.flight?.flightIcao ?? message.flight?.flight ?? message.flightNumber,
    station: message.station?.ident ?? null,
    receptions,
  };
}

/** Says what a message is about: its decoded content, else the meaning of its label. */
export function wordsOf({ decoded, label, latitude, linkDirection }: ListedMessage): RowWords {
  if (decoded) {
    // What the description already says is not repeated.
    const news = decoded.items.filter((item) => !isSaid(decoded.description, item));
    const details = news.map(({ label: name, value, unit }) =>
      [name, String(value), unit].filter((part) => part !== undefined).join(" "),
    );
    return {
      kind: "decoded",
      title: decoded.description.slice(0, rowCharsMax),
      details: details.join(" · ").slice(0, rowCharsMax),
      isPartial: decoded.level === "partial",
    };
  }
  if (label !== null) {
    const title = labelMeaning(label, linkDirection) ?? en.list.unknownLabel(label);
    return { kind: "label", title, details: "", isPartial: false };
  }
  const title = latitude === null ? en.list.linkFrame : en.list.linkFramePosition;
  return { kind: "frame", title, details: "", isPartial: false };
}

type Item = NonNullable<ListedMessage["decoded"]>["items"][number];

const feetPerLevel = 100;

/** Whether a description says a value already. Flags say nothing without the description. */
function isSaid(description: string, { value, unit }: Item): boolean {
  if (typeof value === "boolean" || description.includes(String(value))) return true;
  if (unit !== "ft" || typeof value !== "number") return false;
  const level = String(Math.round(value / feetPerLevel)).padStart(3, "0");
  return description.includes(`FL${level}`);
}
