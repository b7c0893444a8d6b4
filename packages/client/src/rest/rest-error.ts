import { Problem } from "@jetwire/protocol";
import { readKnownMembers } from "./parse-answer.ts";

/** An answer of the REST interface that is an error, or no answer at all. */
export class RestError extends Error {
  /** HTTP status; 0 when there was no answer, or none in time. */
  readonly status: number;
  /** What the server said of it; null when what came wasn't a problem of ours. */
  readonly problem: Problem | null;
  /** What `Retry-After` asks for; null when it doesn't say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      readonly status: number;
      readonly problem?: Problem | null;
      readonly retryAfterMs?: number | null;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = "RestError";
    this.status = details.status;
    this.problem = details.problem ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** Reads an error's body, whatever it is. */
  static of(status: number, body: unknown, retryAfterMs: number | null): RestError {
    const read = readKnownMembers(body, Problem);
    const problem = read.ok ? read.value : null;
    const message = problem?.message ?? `The server answered ${status}`;
    return new RestError(message, { status, problem, retryAfterMs });
  }
}
