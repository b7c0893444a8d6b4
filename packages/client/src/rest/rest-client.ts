import { endpoints, type Endpoint } from "@jetwire/protocol";
import type { GetToken } from "../realtime/token-refresh.ts";
import type { CallOptions, Operation } from "./operation.ts";
import { pageLink } from "./page-link.ts";
import { type AnswerSchema, parseAnswer } from "./parse-answer.ts";
import { type Answer, requestJson } from "./request.ts";
import { RestError } from "./rest-error.ts";

export interface RestOptions {
  /** The address that `/v1` is relative to: `https://jetwire.example`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /**
   * Returns a session token, instead of an API key. Called before each request, so it should cache
   * the token; called once more if the server refuses it.
   */
  readonly getToken?: GetToken | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Limits one attempt. Default: 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts of a request, including the first. Default: 4. */
  readonly attemptsMax?: number | undefined;
  /**
   * The longest `Retry-After` that is waited for, in ms. If the server asks for more, the request rejects
   * at once, and its error has the time. Default: 60,000.
   */
  readonly retryAfterMsMax?: number | undefined;
  /** Aborts all requests of this client, including pauses between attempts. */
  readonly signal?: AbortSignal | undefined;
}

type Endpoints = typeof endpoints;

/**
 * The REST interface: one method per endpoint, named by its `operationId` in the OpenAPI document. All
 * reject with `RestError`, or with the signal's reason if that aborted.
 *
 * Lists are newest first. With `after` and without `before` a list goes towards newer items: page by
 * page, each page newest first.
 */
export type RestClient = { readonly [Name in keyof Endpoints]: Operation<Endpoints[Name]> };

type Input = Readonly<Record<string, unknown>>;

const itemsMaxDefault = 1_000;

/** @throws TypeError if `baseUrl` is not an address */
export function createRestClient(options: RestOptions): RestClient {
  if (!URL.canParse(options.baseUrl)) {
    throw new TypeError(
      `baseUrl must be the address of a service, for example https://jetwire.example, and not ${options.baseUrl}`,
    );
  }
  const operations = Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => [
    name,
    endpoint.answer.type === "array"
      ? createList(endpoint, options)
      : createCall(endpoint, options),
  ]);
  // The type is derived from the same table.
  return Object.fromEntries(operations) as RestClient;
}

function createCall(endpoint: Endpoint, options: RestOptions) {
  return async (input: Input = {}, call: CallOptions = {}): Promise<unknown> => {
    const send = sender(endpoint, input, { ...options, signal: anySignal(options, call) });
    const { body } = await send(addressOf(endpoint, input, options.baseUrl));
    return parseOrThrow(body, endpoint.answer);
  };
}

function createList(endpoint: Endpoint, options: RestOptions) {
  return async function* items(
    input: Input = {},
    call: CallOptions = {},
  ): AsyncGenerator<unknown, void, undefined> {
    const send = sender(endpoint, input, { ...options, signal: anySignal(options, call) });
    const isAscending = input["after"] !== undefined && input["before"] === undefined;
    let remaining = call.itemsMax ?? itemsMaxDefault;
    let url: URL | null = addressOf(endpoint, input, options.baseUrl);
    while (url !== null && remaining > 0) {
      const { body, headers } = await send(url);
      const page = parseOrThrow(body, endpoint.answer) as readonly unknown[];
      const next = pageLink(headers.get("link"), isAscending ? "prev" : "next", url);
      const goesOn = call.onPage?.({ headers, next }) !== false;
      yield* page.slice(0, remaining);
      if (!goesOn) return;
      remaining -= page.length;
      // Ascending pages always have a link, because newer items may follow. An empty page is the end,
      // unless the server searched only a part of the time range.
      const isEnd = isAscending && page.length === 0 && !headers.has("x-searched-until");
      url = isEnd ? null : next;
    }
  };
}

function sender({ method }: Endpoint, { body }: Input, options: RestOptions) {
  const { timeoutMs = 15_000, attemptsMax = 4, retryAfterMsMax = 60_000, signal } = options;
  const settings = {
    credential: options.getToken ?? options.apiKey,
    // Browsers require that fetch is called as a method of the window.
    fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
    timeoutMs,
    attemptsMax,
    retryAfterMsMax,
    signal,
  };
  return async (url: URL): Promise<Answer> => await requestJson({ method, url, body }, settings);
}

function anySignal(options: RestOptions, call: CallOptions): AbortSignal | undefined {
  const signals = [options.signal, call.signal].filter((signal) => signal !== undefined);
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
}

/** Fills in the path's parameters and puts all others, except the body, into the query. */
function addressOf({ path }: Endpoint, input: Input, baseUrl: string): URL {
  const { body: _body, ...parameters } = input;
  const inPath = new Set<string>();
  const filledIn = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(textOf(parameters[name]));
  });
  const url = new URL(baseUrl.replace(/\/*$/, filledIn));
  for (const [name, value] of Object.entries(parameters)) {
    if (!inPath.has(name) && value !== undefined) url.searchParams.set(name, textOf(value));
  }
  return url;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`A parameter must not be ${typeof value}`);
}

function parseOrThrow(body: unknown, schema: AnswerSchema): unknown {
  const result = parseAnswer(body, schema);
  if (result.ok) return result.value;
  throw new RestError(`The server's answer is invalid: ${result.mistake}`, { status: 200 });
}
