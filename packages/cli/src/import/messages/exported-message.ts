import { Decoded, isMessageId, Message, messageIdTimeMs, requiredMembers } from "@jetwire/protocol";
import { z } from "zod";
import type { OfferedMessage } from "./offered-message.ts";

/** A message as an export has it, with the parts that it may include. Members of other releases are left out. */
const ExportedMessage = z.object({
  ...Message.shape,
  decoded: z.object(Decoded.shape).nullable(),
  raw: z.string().nullish(),
});

const unknown = Object.fromEntries(requiredMembers.map((name) => [name, null]));
/** An id is made when a message arrives, and so is `createdAt`. */
const idMsMax = 60_000;

/** Whether an object is a message of `GET /v1/messages/export`, and not the output of a decoder. */
export function isExported(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return "createdAt" in value && "groupId" in value && "stationId" in value;
}

/** Reads a message of an export. Members that its release did not have are unknown. */
export function readExported(value: object): { message: OfferedMessage } | { refused: string } {
  const parsed = ExportedMessage.safeParse({ ...unknown, ...value });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { refused: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is unreadable"}` };
  }
  const { raw, ...message } = parsed.data;
  const { id, groupId, timestamp, createdAt, stationId, authenticated } = message;
  if (!isMessageId(id) || Math.abs(messageIdTimeMs(id) - Date.parse(createdAt)) > idMsMax) {
    return { refused: "id: is not of the time in createdAt" };
  }
  const { airframeId: _airframe, flightId: _flight, ...members } = message;
  return {
    message: {
      ident: null,
      stationId,
      timeMs: Date.parse(timestamp),
      members,
      icao: icaoOf(message),
      raw: raw ?? null,
      exported: { id, groupId, createdAt, authenticated },
    },
  };
}

/** Returns the address of the aircraft's end of the link. */
function icaoOf({ linkDirection, fromHex, toHex }: Message): string | null {
  const address =
    linkDirection === "uplink" ? toHex : linkDirection === "downlink" ? fromHex : null;
  return address !== null && /^[0-9A-F]{6}$/.test(address) ? address : null;
}

type Cells = Readonly<Record<string, string>>;
const numbers: ReadonlySet<string> = new Set([
  "stationId",
  "frequency",
  "channel",
  "level",
  "error",
  "latitude",
  "longitude",
  "altitude",
  "noise",
  "snr",
  "frequencySkew",
  "bitRate",
  "octetsCorrected",
]);
const objects: ReadonlySet<string> = new Set(["decoded", "times", "assembly"]);
const booleans: ReadonlySet<string> = new Set(["authenticated", "onGround"]);

/**
 * Returns the message of a row of a CSV export. An empty cell is unknown, also where the message has an empty text or `false`, which a table
 * does not tell apart.
 *
 * @throws SyntaxError if a cell of an object is not JSON
 */
export function exportedCells(cells: Cells): object {
  return Object.fromEntries(
    Object.entries(cells)
      .filter(([, cell]) => cell !== "")
      .map(([name, cell]) => [name, valueOf(name, withoutFormulaMark(cell))]),
  );
}

function valueOf(name: string, cell: string): unknown {
  if (numbers.has(name)) return Number(cell);
  if (objects.has(name)) return JSON.parse(cell);
  return booleans.has(name) ? true : cell;
}

/** Removes the apostrophe that an export puts before what a spreadsheet would run. */
function withoutFormulaMark(cell: string): string {
  return /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
}
