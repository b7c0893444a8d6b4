import { Message } from "@jetwire/protocol";
import { stringify } from "csv-stringify/sync";

const columns = Object.keys(Message.shape);

/** Returns the header line of a CSV file: the members of a message. */
export function csvHeader(): string {
  return stringify([columns], { record_delimiter: "windows" });
}

/**
 * Formats messages as CSV (RFC 4180). Stations send any text, so a cell that a spreadsheet would run
 * as a formula gets an apostrophe.
 */
export function csvRows(messages: readonly Message[]): string {
  return stringify([...messages], { columns, record_delimiter: "windows", escape_formulas: true });
}

/** Formats messages as lines of JSON. */
export function ndjsonRows(messages: readonly Message[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}
