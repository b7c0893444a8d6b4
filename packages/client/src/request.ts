import { RestError } from "./rest-error.ts";
import { retryDelayMs, wait } from "./retry.ts";

export interface RequestOptions {
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  /** For one attempt, its body included. */
  readonly timeoutMs: number;
  /** Attempts at most, the first included. */
  readonly attempts: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Reads a JSON answer. What may pass is tried again, as late as the server asks.
 *
 * @throws RestError, or the signal's reason when that aborted.
 */
export async function getJson(url: URL, options: RequestOptions): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const { error, retryAfter, answer } = await tryOnce(url, options);
    if (answer) return answer;
    const delayMs = retryDelayMs(attempt, error.status, retryAfter, Date.now());
    if (delayMs === null || attempt >= options.attempts) throw error;
    await wait(delayMs, options.signal);
  }
}

type Outcome =
  | { readonly answer: Answer; readonly error?: never; readonly retryAfter?: never }
  | { readonly answer?: never; readonly error: RestError; readonly retryAfter: string | null };

async function tryOnce(url: URL, options: RequestOptions): Promise<Outcome> {
  const timeOut = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut;
  const headers = new Headers({ accept: "application/json" });
  if (options.apiKey !== undefined) headers.set("authorization", `Bearer ${options.apiKey}`);
  try {
    const response = await options.fetch(url, { headers, signal });
    const body = jsonOrNull(await response.text());
    if (response.ok && body !== null) return { answer: { body, headers: response.headers } };
    const retryAfter = response.headers.get("retry-after");
    return { error: RestError.of(response.status, body), retryAfter };
  } catch (error) {
    options.signal?.throwIfAborted();
    const why = timeOut.aborted ? `no answer within ${options.timeoutMs} ms` : "no connection";
    return { error: new RestError(0, null, `${url.origin}: ${why}`, error), retryAfter: null };
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
