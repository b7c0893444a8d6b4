import { clientEvent } from "@jetwire/protocol";
import { browserIdOr, hasCredentials } from "../handshake/handshake.ts";

export type ClientMessage = string | Buffer;

/** How a viewer connects. */
export interface ViewerConnect {
  /** JSON of an object. */
  readonly auth: string;
  readonly browserId: string;
}

/** An event that viewers send. */
export interface ViewerEvent {
  readonly name: typeof clientEvent.sniff | typeof clientEvent.sniffStop;
  readonly payload: unknown;
  /** Digits, or nothing if the client wants no acknowledgement. */
  readonly ackId: string;
}

/** More is not kept for a viewer. */
const authCharactersMax = 1_024;
const connectShape = /^40(\{.*\})?$/s;
const eventShape = /^42(\d{0,9})(\[.*)$/s;

/** Reads a CONNECT packet; null if it is none, or not a viewer's. */
export function readConnect(message: ClientMessage, query: object): ViewerConnect | null {
  const match = typeof message === "string" ? connectShape.exec(message) : null;
  if (match === null) return null;
  const [, auth = "{}"] = match;
  const given = auth.length <= authCharactersMax ? parseOrNull(auth) : null;
  if (given === null || hasCredentials(given, query)) return null;
  const { browserId } = { ...query, ...given } as { browserId?: unknown };
  return { auth, browserId: browserIdOr(browserId) };
}

/** Reads an event packet; null if it is not one of a viewer's. */
export function readEvent(message: ClientMessage): ViewerEvent | null {
  const [, ackId = "", json = ""] =
    typeof message === "string" ? (eventShape.exec(message) ?? []) : [];
  const event = parseOrNull(json);
  if (!Array.isArray(event)) return null;
  const [name, payload] = event as unknown[];
  if (name !== clientEvent.sniff && name !== clientEvent.sniffStop) return null;
  return { name, payload, ackId };
}

function parseOrNull(json: string): object | null {
  try {
    return JSON.parse(json) as object | null;
  } catch {
    return null;
  }
}
