import { DeadlineError } from "@jetwire/runtime";

/** Codes of the operating system, of the library, and of a server that stops or is overloaded. */
const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  // Statement cancelled: by its time-out or by us.
  "57014",
  // Server stopping, crashed, starting.
  "57P01",
  "57P02",
  "57P03",
]);

/** Out of connections, memory or disk; connection exceptions. */
const unavailableClasses = ["53", "08"];

/** Whether a query failed because Postgres is unavailable or overloaded, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DeadlineError) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return (
    unavailableCodes.has(code) ||
    (code.length === 5 && unavailableClasses.some((start) => code.startsWith(start)))
  );
}
