/**
 * Labels Q1 to QT: the times of a flight (out of gate, off, on, into gate), each at its offset in the text.
 * The layouts are those of acarsdec's `label.c`.
 */
import { clockOf, type ClockTimes } from "../../clock-times.ts";
import { clockWords } from "../words.ts";
import { airportOf } from "../values.ts";
import type { TextFacts } from "../text-facts.ts";

type Part = keyof ClockTimes | "from" | "to" | "";

/** Each part has four characters; "" is not read. */
const layouts: ReadonlyMap<string, readonly Part[]> = new Map<string, readonly Part[]>([
  ["Q1", ["from", "out", "off", "on", "in", "", "to"]],
  ["Q2", ["from", "eta"]],
  ["QA", ["from", "out"]],
  ["QB", ["from", "off"]],
  ["QC", ["from", "on"]],
  ["QD", ["from", "in"]],
  ["QE", ["from", "out", "to"]],
  ["QF", ["from", "off", "to"]],
  ["QG", ["from", "out", "in"]],
  ["QH", ["from", "out"]],
  ["QK", ["from", "on", "to"]],
  ["QN", ["", "to", "eta"]],
  ["QP", ["from", "to", "out"]],
  ["QQ", ["from", "to", "off"]],
  ["QR", ["from", "to", "on"]],
  ["QS", ["from", "to", "in"]],
  ["QT", ["from", "to", "out", "in"]],
]);

const titles = { out: "Out of gate", off: "Took off", on: "Landed", in: "In gate", eta: "ETA" };
const partChars = 4;

/** Reads a text of these labels; null unless every part has what belongs there. */
export function readOooiLabel(label: string, text: string): TextFacts | null {
  const layout = layouts.get(label);
  if (layout === undefined) return null;
  const airports: { from?: string; to?: string } = {};
  const times: Partial<Record<keyof ClockTimes, string>> = {};
  for (const [index, part] of layout.entries()) {
    const value = text.slice(index * partChars, (index + 1) * partChars);
    if (part === "") continue;
    const read = part === "from" || part === "to" ? airportOf(value) : clockOf(value);
    if (read === null) return null;
    if (part === "from" || part === "to") airports[part] = read;
    else times[part] = read;
  }
  const names = (["in", "on", "off", "out", "eta"] as const).filter((name) => times[name]);
  const [event] = names;
  if (event === undefined) return null;
  const airport = event === "on" || event === "in" ? airports.to : airports.from;
  const at = event === "eta" || airport === undefined ? "" : ` at ${airport}`;
  return {
    decoder: "oooi-labels",
    level: text.length > layout.length * partChars ? "partial" : "full",
    title: names.length > 1 ? "Times" : `${titles[event]} ${clockWords(times[event] ?? "")}${at}`,
    ...airports,
    times,
    isTitled: names.length === 1,
    ...(event !== "eta" && { onGround: event !== "off" }),
  };
}
