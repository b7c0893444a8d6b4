import type { RestMethod } from "@jetwire/protocol";
import { inTime } from "../realtime/timeouts.ts";
import { RestError } from "./rest-error.ts";
import { readRetryAfter, retryDelayMs, wait } from "./retry.ts";
import type { GetToken } from "../realtime/token-refresh.ts";

export interface Request {
  readonly method: RestMethod;
  readonly url: URL;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
}

export interface RequestOptions {
  readonly fetch: typeof fetch;
  /** An API key, or a session's token, or what gives one. */
  readonly credential: string | GetToken | undefined;
  /** For one attempt, its body included. */
  readonly timeoutMs: number;
  /** Attempts at most, the first included. */
  readonly attempts: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answered {
  /** Parsed from JSON; undefined where there is none. */
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Asks for a JSON answer. What may pass is tried again, as late as the server asks; a token that the
 * server refuses is replaced once.
 *
 * @throws RestError, or the signal's reason when that aborted.
 */
export async function requestJson(request: Request, options: RequestOptions): Promise<Answered> {
  const { credential, attempts, signal } = options;
  const { method } = request;
  const mayRenew = typeof credential === "function";
  let isRenewed = false;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const outcome = await tryOnce(request, options);
    if (!(outcome instanceof RestError)) return outcome;
    if (attempt >= attempts) throw outcome;
    const { status } = outcome;
    if (status === 401 && mayRenew && !isRenewed) {
      isRenewed = true;
      continue;
    }
    const delayMs = retryDelayMs({ method, attempt, status, retryAfterMs: outcome.retryAfterMs });
    if (delayMs === null) throw outcome;
    await wait(delayMs, signal);
  }
}

async function tryOnce(request: Request, options: RequestOptions): Promise<Answered | RestError> {
  const { method, url, body } = request;
  const timeOut = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut;
  let why = "no token to be had";
  try {
    const headers = await headersOf(request, options);
    why = "no connection";
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await options.fetch(url, { method, headers, body: sent, signal });
    const { ok, status, headers: told } = response;
    const answered = parsedOr(await response.text(), unreadable);
    if (ok && answered === unreadable) return new RestError("The answer is not JSON", { status });
    if (ok) return { body: answered, headers: told };
    return RestError.of(status, answered, readRetryAfter(told.get("retry-after"), Date.now()));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (timeOut.aborted) why = `no answer within ${options.timeoutMs} ms`;
    return new RestError(`${url.origin}: ${why}`, { status: 0, cause: error });
  }
}

async function headersOf({ body }: Request, options: RequestOptions): Promise<Headers> {
  const { credential, timeoutMs } = options;
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  const shown =
    typeof credential === "function"
      ? await inTime(credential(), timeoutMs, "a token")
      : credential;
  if (shown !== undefined) headers.set("authorization", `Bearer ${shown}`);
  return headers;
}

const unreadable = Symbol("unreadable");

function parsedOr(text: string, otherwise: typeof unreadable): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
