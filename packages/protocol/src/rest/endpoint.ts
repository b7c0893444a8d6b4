import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader } from "./answer-headers.ts";

export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who is answered:
 *
 *   open      anybody, without a credential
 *   reader    who may read what is public: an API key, a session, an anonymous viewer's session
 *   account   an account, by its API key or by a signed-in session
 *   session   a signed-in session alone
 */
export type RestAccess = "open" | "reader" | "account" | "session";

/** Headings of the documents. */
export type RestTag =
  | "messages"
  | "stations"
  | "airframes"
  | "flights"
  | "statistics"
  | "accounts"
  | "sessions"
  | "chat"
  | "notifications"
  | "service";

/** One method of one path: what it takes and answers. Routes, documents and clients are made from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Access extends RestAccess = RestAccess,
> {
  readonly method: RestMethod;
  /** As Express writes it: `/v1/messages/:id`. */
  readonly path: `/v1/${string}`;
  /** In a few words, as a heading. */
  readonly summary: string;
  readonly description: string;
  readonly tag: RestTag;
  readonly access: Access;
  /** Segments of the path; what doesn't parse names nothing, and is a 404. */
  readonly params: Params;
  readonly query: Query;
  /** JSON; `z.undefined()` where none is taken. */
  readonly body: Body;
  readonly status: 200 | 201 | 202 | 204;
  readonly answer: Answer;
  /** Other media types than JSON that it may answer with. */
  readonly mediaTypes: readonly string[];
  /** What each line of it is, where it answers lines of JSON. */
  readonly line: z.ZodType | null;
  /** A list with `Link` and `X-Result-Count`. */
  readonly paged: boolean;
  /** Whether it gives an ETag, and answers 304 to who has it. */
  readonly tagged: boolean;
  /** Headers besides those that follow from the above. */
  readonly headers: readonly AnswerHeader[];
  /** Whether it takes an API key, though its access is open. */
  readonly takesKey: boolean;
  /** Refusals besides those that any request may meet. */
  readonly refusals: readonly ErrorCode[];
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/** Describes an endpoint; what is left out is taken and answered by none: no segments, no parameters, no body. */
export function endpoint<
  Access extends RestAccess,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(given: {
  method: RestMethod;
  path: `/v1/${string}`;
  summary: string;
  description?: string;
  tag: RestTag;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  status?: 200 | 201 | 202 | 204;
  answer?: Answer;
  mediaTypes?: readonly string[];
  line?: z.ZodType;
  paged?: boolean;
  tagged?: boolean;
  headers?: readonly AnswerHeader[];
  takesKey?: boolean;
  refusals?: readonly ErrorCode[];
}): Endpoint<Params, Query, Body, Answer, Access> {
  return {
    description: "",
    status: given.answer === undefined ? 204 : 200,
    mediaTypes: [],
    line: null,
    paged: false,
    tagged: false,
    headers: [],
    takesKey: false,
    refusals: [],
    ...given,
    // Left out, each has the type that its parameter defaults to.
    params: given.params ?? (nothing as z.ZodType as Params),
    query: given.query ?? (nothing as z.ZodType as Query),
    body: given.body ?? (z.undefined() as z.ZodType as Body),
    answer: given.answer ?? (z.undefined() as z.ZodType as Answer),
  };
}
