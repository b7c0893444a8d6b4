import { Message } from "@jetwire/protocol";
import { stringify } from "csv-stringify/sync";

const columns = Object.keys(Message.shape);

/** The first line of a CSV file: the members of a message, by their names. */
export function csvHeader(): string {
  return stringify([columns], { record_delimiter: "windows" });
}

/**
 * Messages as CSV (RFC 4180). Stations send whatever they like: what a spreadsheet would run as a
 * formula gets an apostrophe.
 */
export function csvRows(messages: readonly Message[]): string {
  return stringify([...messages], {
    columns,
    record_delimiter: "windows",
    escape_formulas: true,
  });
}

/** Messages as lines of JSON. */
export function ndjsonRows(messages: readonly Message[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}
