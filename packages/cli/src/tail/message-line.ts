import { styleText } from "node:util";
import type { Message } from "@jetwire/protocol";
import { printable } from "../printable.ts";

/** How messages are printed for people. */
export interface LineStyle {
  readonly isColoured: boolean;
  /** Columns of the terminal; null for lines of any length. */
  readonly columns: number | null;
}

const identWidth = 12;
const flightWidth = 8;
const tailWidth = 8;
const labelWidth = 2;

/** Returns one line of a message: time, station, flight, tail, label, and what it says. */
export function messageLine(message: Message, ident: string, style: LineStyle): string {
  const { timestamp, flightNumber, tail, label, decoded, text, sourceType } = message;
  const facts = [
    timestamp.slice(11, 19),
    cell(ident, identWidth),
    cell(sourceType, 6),
    cell(flightNumber, flightWidth),
    cell(tail, tailWidth),
    cell(label, labelWidth),
  ].join(" ");
  const said = printable(decoded?.description || text || "");
  const room = style.columns === null ? said.length : Math.max(0, style.columns - facts.length - 1);
  const shown = said.length > room ? `${said.slice(0, Math.max(0, room - 1))}…` : said;
  if (!style.isColoured) return `${facts} ${shown}`;
  return `${styleText("dim", facts, { validateStream: false })} ${
    decoded ? styleText("cyan", shown, { validateStream: false }) : shown
  }`;
}

function cell(value: string | null, width: number): string {
  return printable(value ?? "")
    .slice(0, width)
    .padEnd(width);
}
