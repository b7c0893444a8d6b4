import type { RestMethod } from "@jetwire/protocol";
import type { GetToken } from "../realtime/token-refresh.ts";
import { sleep, withDeadline } from "../timing.ts";
import { RestError } from "./rest-error.ts";
import { readRetryAfter, retryDelayMs } from "./retry.ts";

export interface Request {
  readonly method: RestMethod;
  readonly url: URL;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
}

export interface RequestOptions {
  readonly fetch: typeof fetch;
  /** An API key, a session token, or a function that returns a token. */
  readonly credential: string | GetToken | undefined;
  /** Limits one attempt, including its body. */
  readonly timeoutMs: number;
  /** Counts the first attempt too. */
  readonly attemptsMax: number;
  /** The longest `Retry-After` that is waited for, in ms. */
  readonly retryAfterMsMax: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  /** Parsed from JSON; undefined if the body is empty. */
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request and parses the JSON answer. Transient failures are retried, and a token that the
 * server refuses is replaced once.
 *
 * @throws RestError, or the signal's reason if that aborted
 */
export async function requestJson(request: Request, options: RequestOptions): Promise<Answer> {
  const { credential, attemptsMax, retryAfterMsMax, signal } = options;
  const { method } = request;
  let mayRenewToken = typeof credential === "function";
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const result = await requestOnce(request, options);
    if (!(result instanceof RestError)) return result;
    const { status, retryAfterMs } = result;
    if (attempt >= attemptsMax) throw result;
    if (status === 401 && mayRenewToken) {
      mayRenewToken = false;
      continue;
    }
    const delayMs = retryDelayMs({ method, attempt, status, retryAfterMs, retryAfterMsMax });
    if (delayMs === null) throw result;
    await sleep(delayMs, signal);
  }
}

async function requestOnce(request: Request, options: RequestOptions): Promise<Answer | RestError> {
  const { method, url, body } = request;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let failure = "getToken failed";
  try {
    const headers = await headersOf(request, options);
    failure = "no connection";
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await options.fetch(url, { method, headers, body: sent, signal });
    const { ok, status } = response;
    const answer = parseJson(await response.text());
    if (ok && answer === invalid) return new RestError("The answer is not JSON", { status });
    if (ok) return { body: answer, headers: response.headers };
    const retryAfterMs = readRetryAfter(response.headers.get("retry-after"), Date.now());
    return RestError.of(status, answer, retryAfterMs);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (timeout.aborted) failure = `no answer within ${options.timeoutMs} ms`;
    return new RestError(`${url.origin}: ${failure}`, { status: 0, cause: error });
  }
}

async function headersOf({ body }: Request, options: RequestOptions): Promise<Headers> {
  const { credential, timeoutMs } = options;
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  const bearer =
    typeof credential === "function"
      ? await withDeadline(credential(), timeoutMs, "getToken")
      : credential;
  if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
  return headers;
}

const invalid = Symbol("invalid");

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return invalid;
  }
}
