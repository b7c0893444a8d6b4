import { en } from "../../text/en.ts";

/** An error for people. */
export interface ShownProblem {
  /** The server's own sentence. */
  readonly text: string;
  /** The id by which the operator finds the request; null if the server was not reached. */
  readonly requestId: string | null;
  /** The time from which a refused request may be sent again, in ms since 1970; null without a limit. */
  readonly retryAtMs: number | null;
  readonly status: number;
  /** The code of the error, for example `sign_in_again`; null if the server was not reached. */
  readonly code: string | null;
  /** The fields that the server refused, with its sentence about each. */
  readonly fields: Readonly<Record<string, string>>;
}

interface RestErrorLike extends Error {
  readonly status: number;
  readonly problem: {
    readonly detail?: string;
    readonly message?: string;
    readonly requestId?: string;
    readonly code?: string;
    readonly errors?: readonly { readonly field: string; readonly message: string }[];
  } | null;
  readonly retryAfterMs: number | null;
}

/** Reads an error of REST. The class itself is loaded with REST, so errors are known by their name. */
export function readProblem(error: Error): ShownProblem {
  if (!isRestError(error)) return unreached(error.message);
  const { status, problem, retryAfterMs, message } = error;
  if (status === 0) return unreached(en.states.unreachable);
  return {
    text: problem?.detail ?? problem?.message ?? message,
    requestId: problem?.requestId ?? null,
    retryAtMs: status === 429 ? retryAtOf(error, retryAfterMs ?? 1_000) : null,
    status,
    code: problem?.code ?? null,
    fields: Object.fromEntries(
      (problem?.errors ?? []).map((fault) => [fault.field, fault.message]),
    ),
  };
}

function unreached(text: string): ShownProblem {
  return { text, requestId: null, retryAtMs: null, status: 0, code: null, fields: {} };
}

function isRestError(error: Error): error is RestErrorLike {
  return error.name === "RestError";
}

/** The times of refusals that were read before, because an error only has the time left at its arrival. */
const retryTimes = new WeakMap<Error, number>();

function retryAtOf(error: Error, afterMs: number): number {
  const atMs = retryTimes.get(error) ?? Date.now() + afterMs;
  retryTimes.set(error, atMs);
  return atMs;
}
