import { AppError, type Endpoint, type FieldError } from "@jetwire/protocol";
import type { z } from "zod";
import type { PrincipalOf } from "./admission/principal.ts";

/** A request as a route gets it: parsed, and admitted. */
export interface RestRequest<Of extends Endpoint = Endpoint> {
  readonly params: z.output<Of["params"]>;
  readonly query: z.output<Of["query"]>;
  readonly body: z.output<Of["body"]>;
  /** The absolute URL without its query, for links. */
  readonly address: string;
  /** The client's address, as reported by trusted proxies. */
  readonly ip: string;
  /** Returns a header of the request; names in any case. */
  header(name: string): string | undefined;
}

/** The answer of a route, sent with its endpoint's status. */
export type RestAnswer<Body = unknown> = JsonAnswer<Body> | StreamAnswer | FileAnswer;

/** An answer that is complete, sent as JSON. */
export interface JsonAnswer<Body = unknown> {
  readonly body: Body;
  /** A list is sent as several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * An answer that is made while it is read, no faster than the client reads it. An error before the
 * first chunk is answered like any other; a later one cuts the connection, so that an incomplete
 * answer is not taken for a complete one. If the client disconnects, the iterator ends (`return`).
 * For HEAD the stream is not started.
 */
export interface StreamAnswer {
  readonly stream: AsyncIterable<string | Uint8Array>;
  /** The media type. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file of which clients may ask for parts. */
export interface FileAnswer {
  readonly file: {
    readonly bytes: number;
    /** Its tag, so that every replica has the same one. */
    readonly sha256: string;
    readonly madeAt: string;
    /** The media type. */
    readonly type: string;
    readonly cacheControl: string;
    /** Returns the bytes from `start` to `end`, both included, as a stream that is treated as one of `StreamAnswer`. */
    read(start: number, end: number): AsyncIterable<Uint8Array>;
  };
}

/** An endpoint and the function that answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  answer(request: RestRequest, principal: unknown): Promise<RestAnswer>;
}

/** Makes a route: the function gets what its endpoint accepts and returns what it promises. */
export function route<Of extends Endpoint>(
  endpoint: Of,
  answer: (
    request: RestRequest<Of>,
    principal: PrincipalOf<Of["access"]>,
  ) => Promise<RestAnswer<z.input<Of["answer"]>>>,
): Route {
  // The types hold because requests are parsed by this endpoint's schemas and admitted by its access.
  return { endpoint, answer };
}

/**
 * Parses the parts of a request by its endpoint's schemas.
 *
 * @throws AppError `not_found` for an invalid path, `invalid_request` naming every invalid parameter
 *   and member
 */
export function parseRequest(
  { params, query, body }: Endpoint,
  unparsed: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Pick<RestRequest, "params" | "query" | "body"> {
  const path = params.safeParse(unparsed.params);
  if (!path.success) throw new AppError("not_found", "There is no resource at this address");
  return {
    params: path.data,
    query: parse(query, unparsed.query, "query parameters"),
    body: parse(body, unparsed.body, "body members"),
  };
}

function parse(schema: z.ZodType, unparsed: unknown, part: string): unknown {
  const result = schema.safeParse(unparsed);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue): FieldError[] => {
    if (issue.code !== "unrecognized_keys") {
      return [{ field: issue.path.join("."), message: issue.message }];
    }
    const fields = issue.keys.map((key) => [...issue.path, key].join("."));
    return fields.map((field) => ({ field, message: "is unknown" }));
  });
  const names = [...new Set(errors.map(({ field }) => field || "the whole"))].join(", ");
  throw new AppError("invalid_request", `Invalid ${part}: ${names}`, { errors });
}
