import type { Zone } from "../ui/display/stored-display.ts";
import { type ListedMessage, wordsOf } from "../list/message-row.ts";
import { en } from "../text/en.ts";
import { clockTime } from "../text/time.ts";

const titleCharsMax = 80;

/** The name of what sent or receives a message: its tail, else its flight or address. */
export function subjectOf({ tail, airframe, flightNumber, fromHex }: ListedMessage): string {
  return tail ?? airframe?.tail ?? flightNumber ?? airframe?.icao ?? fromHex ?? "";
}

/** The title of a message's tab: `N156VN Request FL390, 12:59 UTC`. */
export function tabTitleOf(message: ListedMessage, zone: Zone): string {
  const words = wordsOf(message).title.slice(0, titleCharsMax);
  const time = clockTime(message.timestamp, zone);
  return en.message.tab(subjectOf(message), words, zone === "utc" ? `${time} UTC` : time);
}
