import { AppError, type Endpoint, type FieldError } from "@jetwire/protocol";
import type { z } from "zod";
import type { PrincipalOf } from "./admission/principal.ts";

/** A request as a route sees it: parsed, and allowed in. */
export interface Asked<Of extends Endpoint = Endpoint> {
  readonly params: z.output<Of["params"]>;
  readonly query: z.output<Of["query"]>;
  readonly body: z.output<Of["body"]>;
  /** The full address without its query, for links. */
  readonly address: string;
  /** The client's address, as trusted proxies tell it. */
  readonly ip: string;
  /** A header of the request; names in any case. */
  header(name: string): string | undefined;
}

/** What a request gave, to be read by its endpoint's schemas. */
export interface Given {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What a route answers, with its endpoint's status. */
export type RestAnswer<Body = unknown> = WholeAnswer<Body> | StreamedAnswer;

/** An answer that is there at once, sent as JSON. */
export interface WholeAnswer<Body = unknown> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer that is made while it is read, no faster than the client takes it. An error before the
 * first chunk is answered like any other; a later one cuts the connection, so that nobody takes a part
 * for the whole. When the client goes, the iterator is ended (`return`). For HEAD nothing is made.
 */
export interface StreamedAnswer {
  readonly stream: AsyncIterable<string | Uint8Array>;
  /** The media type. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An endpoint and what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  answer(asked: Asked, principal: unknown): Promise<RestAnswer>;
}

/** Ties what answers to its endpoint: it gets what the endpoint takes and gives what it promises. */
export function route<Of extends Endpoint>(
  endpoint: Of,
  answer: (
    asked: Asked<Of>,
    principal: PrincipalOf<Of["access"]>,
  ) => Promise<RestAnswer<z.input<Of["answer"]>>>,
): Route {
  // What arrives was parsed by this endpoint's schemas, and let in by its access.
  return { endpoint, answer };
}

/**
 * Reads what a request gave by its endpoint's schemas.
 *
 * @throws AppError `not_found` where the path names nothing, `invalid_request` that names every
 *   parameter and member that is wrong
 */
export function readRequest(
  { params, query, body }: Endpoint,
  given: Given,
): Pick<Asked, "params" | "query" | "body"> {
  const path = params.safeParse(given.params);
  if (!path.success) throw new AppError("not_found", "There is nothing of this name");
  return {
    params: path.data,
    query: parse(query, given.query, "parameters", "is not a parameter"),
    body: parse(body, given.body, "members of the body", "is not a member"),
  };
}

function parse(schema: z.ZodType, given: unknown, what: string, unknownText: string): unknown {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const errors: FieldError[] = result.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          field: [...issue.path, key].join("."),
          message: unknownText,
        }))
      : [{ field: issue.path.join("."), message: issue.message }],
  );
  const names = [...new Set(errors.map(({ field }) => field || "the whole"))].join(", ");
  throw new AppError("invalid_request", `Wrong ${what}: ${names}`, { errors });
}
