/** A response header. */
export interface HeaderDescription {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether every response that is described with it has it. */
  readonly required?: boolean;
}

const count = { type: "integer", minimum: 0 };
const text = { type: "string" };
const seconds = { type: "integer", minimum: 1 };

/** The response headers that clients may rely on. Pages of other origins may read them. */
export const answerHeaders = {
  "X-Request-Id": {
    description: "The id of the request. Quote it when you contact the operator.",
    schema: { type: "string", format: "uuid" },
    required: true,
  },
  RateLimit: {
    description:
      'Requests left in the window (`r`) and seconds until it ends (`t`): `"account";r=59;t=60`.',
    schema: text,
    required: true,
  },
  "RateLimit-Policy": {
    description:
      'Requests per window (`q`) and its length in seconds (`w`): `"account";q=60;w=60`.',
    schema: text,
    required: true,
  },
  "X-RateLimit-Limit": {
    description: "Requests per window.",
    schema: count,
    required: true,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left in the window.",
    schema: count,
    required: true,
  },
  "X-RateLimit-Reset": {
    description: "Seconds until the window ends.",
    schema: seconds,
    required: true,
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: seconds,
    required: true,
  },
  "WWW-Authenticate": {
    description: "The authentication scheme to use.",
    schema: text,
    required: true,
  },
  Allow: {
    description: "The methods that this path supports.",
    schema: text,
    required: true,
  },
  Link: {
    description:
      'Links to adjacent pages (RFC 8288): `rel="next"` is further down the list, `rel="prev"` further up.',
    schema: text,
  },
  "X-Result-Count": {
    description: "Number of items in this page.",
    schema: count,
    required: true,
  },
  "X-Searched-Since": {
    description:
      "The time back to which messages were searched for this page, if not all of them were.",
    schema: { type: "string", format: "date-time" },
  },
  "X-Searched-Until": {
    description:
      "The time up to which messages were searched for this page, if not all of them were.",
    schema: { type: "string", format: "date-time" },
  },
  ETag: {
    description: "The version of the response. Send it as `If-None-Match`.",
    schema: text,
    required: true,
  },
  "Accept-Ranges": {
    description: "`bytes`: parts of the file can be requested.",
    schema: text,
    required: true,
  },
  "Content-Range": {
    description: "The bytes of the response, and the size of the file: `bytes 0-99/1234`.",
    schema: text,
    required: true,
  },
  "Last-Modified": {
    description: "When the response was made.",
    schema: text,
    required: true,
  },
  "Content-Disposition": {
    description: "A file name for the export.",
    schema: text,
    required: true,
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type AnswerHeader = keyof typeof answerHeaders;
