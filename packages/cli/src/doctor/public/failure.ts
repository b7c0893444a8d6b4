import { printable } from "../../printable.ts";

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  ETIMEDOUT: "no answer",
  ABORT_ERR: "no answer in time",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  ENOTFOUND: "the name does not exist",
  ENODATA: "the name has no address",
  ESERVFAIL: "the servers of DNS do not answer",
  EPROTO: "it does not speak TLS",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS",
};
const charsMax = 200;

/** Returns in a few words why something failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return shortLine(String(error));
  if (error.name === "TimeoutError" || error.name === "DeadlineError") return "no answer in time";
  const code = "code" in error ? String(error.code) : "";
  return texts[code] ?? shortLine(error.message || code || error.name);
}

/** Returns a text of a foreign server as one short line, without anything that would control a terminal. */
export function shortLine(text: string): string {
  return printable(text, charsMax);
}
