import { endpoints, type Endpoint } from "@jetwire/protocol";
import { readKnownMembers, type AnswerSchema } from "./parse-answer.ts";
import type { CallOptions, Operation } from "./operation.ts";
import { pageLink } from "./page-link.ts";
import { type Answered, requestJson, type RequestOptions } from "./request.ts";
import { RestError } from "./rest-error.ts";
import type { GetToken } from "../realtime/token-refresh.ts";

export interface RestOptions {
  /** Where `/v1` is: `https://jetwire.example`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /**
   * For what a signed-in session is asked for, instead of a key. Asked before each request, so that it
   * should keep what it has got; asked once more when that is refused.
   */
  readonly getToken?: GetToken | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** For one attempt; 15 s unless told. */
  readonly timeoutMs?: number | undefined;
  /** Tries of a request at most; 4 unless told. */
  readonly attempts?: number | undefined;
  /** Ends requests and waits under way. */
  readonly signal?: AbortSignal | undefined;
}

type Endpoints = typeof endpoints;

/**
 * The REST interface, an operation for each endpoint of the protocol, by the name that its documents
 * have. All throw `RestError`, or the signal's reason when that aborted.
 *
 * Lists are newest first. With `after` alone the page next to it comes first, newest first within, and
 * the pages that follow are newer.
 */
export type RestClient = { readonly [Name in keyof Endpoints]: Operation<Endpoints[Name]> };

type Input = Readonly<Record<string, unknown>>;

const itemsMaxUnlessTold = 1_000;

export function createRestClient(options: RestOptions): RestClient {
  const operations = Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => [
    name,
    endpoint.answer.type === "array" ? listOf(endpoint, options) : callOf(endpoint, options),
  ]);
  // Made from the same table as the type.
  return Object.fromEntries(operations) as RestClient;
}

function callOf(endpoint: Endpoint, options: RestOptions) {
  return async (input: Input = {}, call: CallOptions = {}): Promise<unknown> => {
    const url = addressOf(endpoint, input, options.baseUrl);
    const { body } = await request(endpoint, url, input["body"], options, call);
    return read(body, endpoint.answer);
  };
}

function listOf(endpoint: Endpoint, options: RestOptions) {
  return async function* items(
    input: Input = {},
    call: CallOptions = {},
  ): AsyncGenerator<unknown, void, undefined> {
    let left = call.itemsMax ?? itemsMaxUnlessTold;
    const isUpwards = input["after"] !== undefined && input["before"] === undefined;
    const rel = isUpwards ? "prev" : "next";
    let url: URL | null = addressOf(endpoint, input, options.baseUrl);
    while (url !== null && left > 0) {
      const { body, headers } = await request(endpoint, url, input["body"], options, call);
      const page = read(body, endpoint.answer) as readonly unknown[];
      yield* page.slice(0, left);
      left -= page.length;
      // Upwards there is always a link to what may come; an empty page is where it ends today, unless
      // it is one that was looked for in a part of the time only.
      const isEnd = isUpwards && page.length === 0 && !headers.has("x-searched-until");
      url = isEnd ? null : pageLink(headers.get("link"), rel, url);
    }
  };
}

async function request(
  { method }: Endpoint,
  url: URL,
  body: unknown,
  options: RestOptions,
  call: CallOptions,
): Promise<Answered> {
  const { timeoutMs = 15_000, attempts = 4 } = options;
  const settings: RequestOptions = {
    credential: options.getToken ?? options.apiKey,
    // Called so, because a browser's wants to be called as the window's own.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    timeoutMs,
    attempts,
    signal: eitherOf(options.signal, call.signal),
  };
  return await requestJson({ method, url, body }, settings);
}

function eitherOf(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** What the path names goes there, the rest but the body into the query. */
function addressOf({ path }: Endpoint, input: Input, baseUrl: string): URL {
  const { body: _body, ...parameters } = input;
  const named = new Set<string>();
  const filledIn = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    named.add(name);
    return encodeURIComponent(written(parameters[name]));
  });
  const url = new URL(baseUrl.replace(/\/*$/, filledIn));
  for (const [name, value] of Object.entries(parameters)) {
    if (!named.has(name) && value !== undefined) url.searchParams.set(name, written(value));
  }
  return url;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(",");
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`A parameter can't be ${typeof value}`);
}

function read(body: unknown, answer: AnswerSchema): unknown {
  const found = readKnownMembers(body, answer);
  if (found.ok) return found.value;
  throw new RestError(`The server's answer is not as expected: ${found.mistake}`, { status: 200 });
}
