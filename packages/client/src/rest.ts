import { ListedStation, Message, Status } from "@jetwire/protocol";
import { pageLink } from "./page-link.ts";
import { getJson, type RequestOptions } from "./request.ts";
import { RestError } from "./rest-error.ts";

export interface RestOptions {
  /** Where `/v1` is: `https://jetwire.example`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** For one attempt; 15 s unless told. */
  readonly timeoutMs?: number | undefined;
  /** Tries of a request at most; 4 unless told. */
  readonly attempts?: number | undefined;
  /** Ends requests and waits under way. */
  readonly signal?: AbortSignal | undefined;
}

export interface MessageSearch {
  /** `UA123`, `UA0123`, `UAL123`: one flight. */
  readonly flight?: string | undefined;
  /** Messages a page; the server's most is 100. */
  readonly limit?: number | undefined;
  /** Only older, only newer ones than this message. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Messages over all pages; 1,000 unless told. */
  readonly itemsMax?: number | undefined;
}

/** Reads the REST interface. Every method throws `RestError`. */
export interface RestClient {
  /**
   * Messages, newest first, page after page while they are asked for. With `after` alone the page
   * next to it comes first, newest first within, and the pages that follow are newer.
   */
  listMessages(search?: MessageSearch): AsyncGenerator<Message, void, undefined>;
  message(id: string): Promise<Message>;
  /** The public listing of stations. */
  stations(options?: {
    readonly itemsMax?: number;
  }): AsyncGenerator<ListedStation, void, undefined>;
  /** Whether the service works and where its realtime interface is; needs no key. */
  status(): Promise<Status>;
}

interface Shape<Value> {
  safeParse(
    body: unknown,
  ): { success: true; data: Value } | { success: false; error: { message: string } };
}

// The wire grows: members that this version doesn't know are passed over, not refused.
const AnyMessage = Message.strip();
const AnyStation = ListedStation.strip();
const AnyStatus = Status.strip();

const itemsMaxDefault = 1_000;

export function createRestClient(options: RestOptions): RestClient {
  const { baseUrl, timeoutMs = 15_000, attempts = 4, signal } = options;
  const request: RequestOptions = {
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs,
    attempts,
    signal,
  };

  function address(
    path: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): URL {
    const url = new URL(baseUrl.replace(/\/*$/, path));
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  async function read<Value>(url: URL, shape: Shape<Value>): Promise<Value> {
    const { body } = await getJson(url, request);
    return parsed(body, shape);
  }

  async function* pages<Item>(
    first: URL,
    shape: Shape<Item>,
    itemsMax: number,
    rel: "next" | "prev",
  ): AsyncGenerator<Item, void, undefined> {
    let left = itemsMax;
    for (let url: URL | null = first; url !== null && left > 0;) {
      const { body, headers } = await getJson(url, request);
      if (!Array.isArray(body)) throw new RestError(200, null, "The server's list is not a list");
      for (const item of body.slice(0, left)) yield parsed(item, shape);
      left -= body.length;
      // Upwards there is always a link to what may come; an empty page is where it ends today.
      url = body.length === 0 ? null : pageLink(headers.get("link"), rel, url);
    }
  }

  return {
    listMessages({ itemsMax = itemsMaxDefault, ...query } = {}) {
      const upwards = query.after !== undefined && query.before === undefined;
      const rel = upwards ? "prev" : "next";
      return pages(address("/v1/messages", query), AnyMessage, itemsMax, rel);
    },
    message: (id) => read(address(`/v1/messages/${encodeURIComponent(id)}`), AnyMessage),
    stations: ({ itemsMax = itemsMaxDefault } = {}) =>
      pages(address("/v1/stations"), AnyStation, itemsMax, "next"),
    status: () => read(address("/v1/status"), AnyStatus),
  };
}

function parsed<Value>(body: unknown, shape: Shape<Value>): Value {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  throw new RestError(200, null, `The server's answer is not as expected: ${result.error.message}`);
}
