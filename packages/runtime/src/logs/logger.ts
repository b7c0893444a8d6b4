import { hostname } from "node:os";
import { type DestinationStream, type Logger, pino } from "pino";
import { errorFacts } from "./error-facts.ts";
import { currentRequestId } from "./request-id.ts";

/** Keys of the API and of stations, tokens (JWT), and passwords in addresses. */
const secrets =
  /\bjws?_[0-9A-Za-z]{6,}|\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]{4,}|(?<=:\/\/[^\s/@:"]{0,128}:)[^\s/@"]{1,512}(?=@)/g;

/** Returns a text without secrets that have a known shape, as `[hidden]`. */
function hideSecrets(text: string): string {
  return text.replaceAll(secrets, "[hidden]");
}

export type { Logger } from "pino";

/** Members of logged objects whose value is never shown, also one level below. */
const hiddenMembers = [
  "apiKey",
  "authorization",
  "cookie",
  "password",
  "secret",
  "stationKey",
  "token",
];

/**
 * Creates a logger that writes JSON lines. Each part of a process uses a child of it. Secrets are hidden: those in
 * members that are named like one, and in any text those of a known shape (keys, tokens, passwords in addresses). Of an
 * error (`err`) only what `errorFacts` returns is written. A line has the name of its host, which in a container is that
 * of the container or pod; one that is written for an HTTP request has its `requestId`, whichever part writes it.
 *
 * @param destination stdout by default
 */
export function createLogger(
  name: string,
  level: string,
  replica = 0,
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level,
    base: { host: hostname(), replica },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorFacts(error) },
    redact: {
      paths: hiddenMembers.flatMap((member) => [member, `*.${member}`]),
      censor: "[hidden]",
    },
    hooks: { streamWrite: hideSecrets },
    mixin: requestFacts,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function requestFacts(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}
