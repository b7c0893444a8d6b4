import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader } from "./answer-headers.ts";
import type { KeyScope } from "./key-scopes.ts";

export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type RestPath = `/v1/${string}` | `/c/${string}`;

/**
 * The credential that an endpoint requires:
 *
 *   open      none
 *   reader    an API key or a session, also an anonymous one
 *   account   an API key or a signed-in session
 *   session   a signed-in session
 *   operator  an API key or a signed-in session of an account whose role is operator
 */
export type RestAccess = "open" | "reader" | "account" | "session" | "operator";

/** The sections of the documents. */
export type RestTag =
  | "messages"
  | "stations"
  | "airframes"
  | "flights"
  | "reference"
  | "ground stations"
  | "statistics"
  | "accounts"
  | "sessions"
  | "chat"
  | "notifications"
  | "operations"
  | "service";

/** Describes one method of one path. Routes, documents and clients derive from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Access extends RestAccess = RestAccess,
> {
  readonly method: RestMethod;
  /** The path in the notation of Express: `/v1/messages/:id`; `/c/` has short links for people. */
  readonly path: RestPath;
  /** A few words, used as a heading. */
  readonly summary: string;
  readonly description: string;
  readonly tag: RestTag;
  readonly access: Access;
  /** The scope that an API key, and a session that was opened with one, must have; null if it is open. */
  readonly scope: KeyScope | null;
  /** The parameters of the path. A value that does not parse is answered with 404. */
  readonly params: Params;
  readonly query: Query;
  /** The JSON body; `z.undefined()` for none. */
  readonly body: Body;
  /** Media types of the body besides JSON; their bodies are JSON, too. */
  readonly bodyTypes: readonly string[];
  readonly status: 200 | 201 | 202 | 204;
  readonly answer: Answer;
  /** Media types of the response besides JSON. */
  readonly mediaTypes: readonly string[];
  /** The schema of each line of a response that is lines of JSON. */
  readonly line: z.ZodType | null;
  /** Whether it is a list with `Link` and `X-Result-Count`. */
  readonly paged: boolean;
  /** Whether responses have an ETag and `If-None-Match` is answered with 304. */
  readonly tagged: boolean;
  /** Whether it is a file, of which a range of bytes is answered with 206, and one outside of it with 416. */
  readonly ranged: boolean;
  /** Response headers besides those that follow from the members above. */
  readonly headers: readonly AnswerHeader[];
  /** Whether it accepts an API key although its access is open. */
  readonly takesKey: boolean;
  /** Whether it accepts the cookie of a signed-in user of the web page, from pages of this origin. */
  readonly takesCookie: boolean;
  /**
   * Whether the answer depends on the address of the request. Requests of pages of other origins are refused, and no
   * page may read it: it would learn what belongs to the network of its visitor.
   */
  readonly byAddress: boolean;
  /** The query parameter with which the answer is the same for everybody, so that any page may ask; null for none. */
  readonly sharedBy: string | null;
  /** Whether requests without a credential are limited by the address that they come from. */
  readonly limitedByAddress: boolean;
  /** Error codes besides those of every endpoint. */
  readonly refusals: readonly ErrorCode[];
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/**
 * Describes an endpoint. By default it has no parameters, no body and no response, and requires the scope
 * that follows from its access and method.
 */
export function endpoint<
  Access extends RestAccess,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(given: {
  method: RestMethod;
  path: RestPath;
  summary: string;
  description?: string;
  tag: RestTag;
  access: Access;
  scope?: KeyScope;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyTypes?: readonly string[];
  status?: 200 | 201 | 202 | 204;
  answer?: Answer;
  mediaTypes?: readonly string[];
  line?: z.ZodType;
  paged?: boolean;
  tagged?: boolean;
  ranged?: boolean;
  headers?: readonly AnswerHeader[];
  takesKey?: boolean;
  takesCookie?: boolean;
  byAddress?: boolean;
  sharedBy?: string;
  limitedByAddress?: boolean;
  refusals?: readonly ErrorCode[];
}): Endpoint<Params, Query, Body, Answer, Access> {
  return {
    description: "",
    scope: scopeOf(given),
    status: given.answer === undefined ? 204 : 200,
    bodyTypes: [],
    mediaTypes: [],
    line: null,
    paged: false,
    tagged: false,
    ranged: false,
    headers: [],
    takesKey: false,
    takesCookie: false,
    byAddress: false,
    sharedBy: null,
    limitedByAddress: false,
    refusals: [],
    ...given,
    // Each default has the type that its type parameter defaults to.
    params: given.params ?? (nothing as z.ZodType as Params),
    query: given.query ?? (nothing as z.ZodType as Query),
    body: given.body ?? (z.undefined() as z.ZodType as Body),
    answer: given.answer ?? (z.undefined() as z.ZodType as Answer),
  };
}

function scopeOf({ method, access }: Pick<Endpoint, "method" | "access">): KeyScope | null {
  switch (access) {
    case "open":
      return null;
    case "operator":
      return "operate";
    case "reader":
    case "account":
    case "session":
      return method === "GET" ? "read" : "manage";
  }
}
