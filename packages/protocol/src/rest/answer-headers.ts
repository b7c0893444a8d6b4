/** A header of an answer. */
export interface HeaderDescription {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether it is there in every answer that is described with it. */
  readonly required?: boolean;
}

const count = { type: "integer", minimum: 0 };
const text = { type: "string" };
const seconds = { type: "integer", minimum: 1 };

/** The headers that clients may rely on; pages of other origins may read them. */
export const answerHeaders = {
  "X-Request-Id": {
    description: "The request's id, by which the operator finds it",
    schema: { type: "string", format: "uuid" },
    required: true,
  },
  RateLimit: {
    description: 'What is left of the window, and the seconds until it ends: `"account";r=59;t=60`',
    schema: text,
    required: true,
  },
  "RateLimit-Policy": {
    description: 'How many requests a window allows, and its seconds: `"account";q=60;w=60`',
    schema: text,
    required: true,
  },
  "X-RateLimit-Limit": {
    description: "Requests that a window allows",
    schema: count,
    required: true,
  },
  "X-RateLimit-Remaining": {
    description: "Requests that are left of the window",
    schema: count,
    required: true,
  },
  "X-RateLimit-Reset": {
    description: "Seconds until the window ends",
    schema: seconds,
    required: true,
  },
  "Retry-After": {
    description: "Seconds after which to try again",
    schema: seconds,
    required: true,
  },
  "WWW-Authenticate": {
    description: "How to say who asks",
    schema: text,
    required: true,
  },
  Allow: {
    description: "The methods that this address takes",
    schema: text,
    required: true,
  },
  Link: {
    description:
      'The neighbouring pages: `rel="next"` is further down the list, `rel="prev"` up (RFC 8288)',
    schema: text,
  },
  "X-Result-Count": {
    description: "Items of this page",
    schema: count,
    required: true,
  },
  "X-Searched-Since": {
    description: "Since when was looked through for this page, where that isn't everything",
    schema: { type: "string", format: "date-time" },
  },
  "X-Searched-Until": {
    description: "Until when was looked through for this page, where that isn't everything",
    schema: { type: "string", format: "date-time" },
  },
  ETag: {
    description: "What was answered, for `If-None-Match`",
    schema: text,
    required: true,
  },
  "Content-Disposition": {
    description: "A name for the file",
    schema: text,
    required: true,
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type AnswerHeader = keyof typeof answerHeaders;
