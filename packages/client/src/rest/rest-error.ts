import { Problem } from "@jetwire/protocol";
import { parseAnswer } from "./parse-answer.ts";

/** The server answered with an error, or did not answer. */
export class RestError extends Error {
  /** HTTP status; 0 if there was no answer in time. */
  readonly status: number;
  /** The problem+json body; null if the answer had none. */
  readonly problem: Problem | null;
  /** The wait that `Retry-After` asks for, in ms; null without it. */
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

  /** Creates the error for an answer, whatever its body is. */
  static of(status: number, body: unknown, retryAfterMs: number | null): RestError {
    const result = parseAnswer(body, Problem);
    const problem = result.ok ? result.value : null;
    const message = problem?.message ?? `The server answered ${status}`;
    return new RestError(message, { status, problem, retryAfterMs });
  }
}
