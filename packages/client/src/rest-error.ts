import { Problem } from "@jetwire/protocol";

/** An answer of the REST interface that is an error, or no answer at all. */
export class RestError extends Error {
  /** HTTP status; 0 when there was no answer, or none in time. */
  readonly status: number;
  /** What the server said of it; null when what came wasn't a problem of ours. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "RestError";
    this.status = status;
    this.problem = problem;
  }

  /** Reads an error's body, whatever it is. */
  static of(status: number, body: unknown): RestError {
    const parsed = Problem.strip().safeParse(body);
    const problem = parsed.success ? parsed.data : null;
    return new RestError(status, problem, problem?.message ?? `The server answered ${status}`);
  }
}
