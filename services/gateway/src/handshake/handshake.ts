import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isMessageId } from "@jetwire/protocol";

/** The data that a client sends to connect. */
export interface Handshake {
  /** Not validated, of any type; undefined when not given. */
  readonly apiKey: unknown;
  readonly token: unknown;
  /** The client's own, or generated here. */
  readonly browserId: string;
  /**
   * The last message of its feed that the client has received: undefined when the client gave none
   * (or null, or an empty text), null when it is not a valid message id.
   */
  readonly after: string | null | undefined;
  /** Whether the client also wants the wholes of messages of several blocks. */
  readonly assembled: boolean;
  /** Whether the client wants heartbeats while nothing comes. */
  readonly heartbeat: boolean;
  /** Whether the client wants the feed of the user whose token it sent. */
  readonly feed: boolean;
}

/** The parts of a Socket.IO socket that contain a copy of the handshake. */
export interface HandshakeCopies {
  readonly handshake: { auth: unknown; query: object; url: string };
  readonly request: IncomingMessage;
}

const secretNames = ["apiKey", "token"] as const;
const browserIdShape = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * Reads a handshake from `auth` or else from `query`, and removes its credentials from the socket,
 * so that nothing that logs, inspects or publishes the socket later can reveal them.
 */
export function readHandshake({ handshake, request }: HandshakeCopies): Handshake {
  const auth = recordOf(handshake.auth);
  const query = recordOf(handshake.query);
  const given = (name: string) => auth[name] ?? query[name] ?? undefined;
  // A query has texts only.
  const isSet = (name: string) => given(name) === true || given(name) === "true";
  const taken = {
    apiKey: given("apiKey"),
    token: given("token"),
    browserId: browserIdOr(given("browserId")),
    after: messageIdOrNull(given("after")),
    assembled: isSet("assembled"),
    heartbeat: isSet("heartbeat"),
    feed: isSet("feed"),
  };
  for (const name of secretNames) {
    delete auth[name];
    delete query[name];
  }
  handshake.url = withoutQuery(handshake.url);
  if (request.url !== undefined) request.url = withoutQuery(request.url);
  return taken;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the client's own identifier of itself if it is a valid one, else a new one. */
export function browserIdOr(given: unknown): string {
  return typeof given === "string" && browserIdShape.test(given) ? given : randomUUID();
}

/** Returns whether a client has given any credential, valid or not. */
export function hasCredentials(auth: object, query: object): boolean {
  const given = [auth, query] as Record<string, unknown>[];
  return secretNames.some((name) => given.some((part) => (part[name] ?? undefined) !== undefined));
}

function messageIdOrNull(given: unknown): string | null | undefined {
  if (given === undefined || given === "") return undefined;
  return typeof given === "string" && isMessageId(given) ? given : null;
}

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}
