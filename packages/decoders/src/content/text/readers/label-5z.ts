/** Label 5Z of United: `/ET EXP TIME       / KDEN KPHX 01 001341/EON 0109 AUTO`. */
import { clockOf } from "../../clock-times.ts";
import { airportOf } from "../values.ts";
import { clockWords } from "../words.ts";
import type { TextFacts } from "../text-facts.ts";

/** Code and name of the message, airports, day and time, and further lines or parts. */
const headPattern = /^\/([A-Z0-9]{2,3}) ([A-Z ]{1,20})\/ ([A-Z]{4}) ([A-Z]{4}) \d{2} (\d{6})/;
const etaPattern = /^\/EON (\d{4})(?:\s|$)/;

/** Message names of the library, by code. */
const titles: Readonly<Record<string, string>> = {
  B1: "Request for weight and balance",
  B3: "Request for departure clearance",
  CD: "Weight and balance",
  CG: "Request for pre-departure clearance",
  CM: "Message to crew scheduling",
  C4: "Message to flight dispatch",
  C5: "Maintenance message",
  C6: "Message to customer service",
  EO: "In range",
  ET: "Expected time",
};

export function readLabel5z(text: string): TextFacts | null {
  const match = headPattern.exec(text);
  const title = titles[match?.[1] ?? ""];
  if (match === null || title === undefined) return null;
  const [head, , , from, to, time] = match;
  const rest = text.slice(head.length);
  const eta = clockOf(etaPattern.exec(rest)?.[1]);
  const message = rest.startsWith("/") ? "" : rest.trim();
  const clock = clockOf(time);
  return {
    decoder: "label-5z-slash",
    level: message === "" ? "partial" : "full",
    title,
    message,
    from: airportOf(from),
    to: airportOf(to),
    times: { eta },
    items: [clock === null ? null : { label: "Time", value: clockWords(clock) }],
  };
}
