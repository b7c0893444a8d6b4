import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isMessageId } from "@jetwire/protocol";

/** What a client said of itself when it connected. */
export interface Introduction {
  /** As given, of whatever type; undefined when not given. */
  readonly apiKey: unknown;
  readonly token: unknown;
  /** The client's own, or made here. */
  readonly browserId: string;
  /**
   * The last message of its feed that the client has; undefined when it gave nothing (or null, or an
   * empty text), null when what it gave can't be a message id.
   */
  readonly after: string | null | undefined;
}

/** The parts of a Socket.IO socket where a handshake leaves traces. */
export interface HandshakeTraces {
  readonly handshake: { auth: unknown; query: object; url: string };
  readonly request: IncomingMessage;
}

const secretNames = ["apiKey", "token"] as const;
const browserIdShape = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * Takes the credentials out of a handshake, from `auth` or else from `query`, and leaves none
 * behind: whatever logs, inspects or publishes the socket later can't give them away.
 */
export function takeIntroduction(socket: HandshakeTraces): Introduction {
  const { handshake, request } = socket;
  const auth = recordOf(handshake.auth);
  const query = recordOf(handshake.query);
  const given = (name: string) => auth[name] ?? query[name] ?? undefined;
  const introduction = {
    apiKey: given("apiKey"),
    token: given("token"),
    browserId: browserIdOr(given("browserId"), randomUUID),
    after: messageIdOrNull(given("after")),
  };
  for (const name of secretNames) {
    delete auth[name];
    delete query[name];
  }
  handshake.url = withoutQuery(handshake.url);
  if (request.url !== undefined) request.url = withoutQuery(request.url);
  return introduction;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function browserIdOr(given: unknown, make: () => string): string {
  return typeof given === "string" && browserIdShape.test(given) ? given : make();
}

function messageIdOrNull(given: unknown): string | null | undefined {
  if (given === undefined || given === "") return undefined;
  return typeof given === "string" && isMessageId(given) ? given : null;
}

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}
