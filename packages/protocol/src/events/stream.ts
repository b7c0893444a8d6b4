import { z } from "zod";
import { isMessageId } from "../message/message-id.ts";
import { Instant } from "../message/message.ts";
import { filterMemberNames, filterMembers } from "../filters/filter-members.ts";
import { sniffFilterOf } from "../rest/sniff-members.ts";
import { FeedAuthenticated, FeedGap, FeedResumed } from "./feed-events.ts";
import { refusalOf, SniffFilter } from "./sniff.ts";
import { WatchFilter } from "./watch.ts";

/** The path of streams over HTTP, which gateways serve. */
export const streamPath = "/v1/stream";

/** The sources of streams over HTTP: the own feed, the sampled firehose, or everything that a narrow filter selects. */
const streamSources = ["feed", "firehose", "watch"] as const;
type StreamSource = (typeof streamSources)[number];

/** The forms of streams over HTTP, and their media types. */
export const streamTypes = { sse: "text/event-stream", ndjson: "application/x-ndjson" } as const;
export type StreamType = keyof typeof streamTypes;

/** The names of what a stream consists of: of its events (SSE), or the member `event` of its lines (NDJSON). */
export const streamEvent = {
  started: "started",
  message: "message",
  assembled: "assembled",
  resumed: "resumed",
  gap: "gap",
  heartbeat: "heartbeat",
  end: "end",
} as const;

/** The request of a client, from the query of a stream. */
export interface StreamRequest {
  readonly source: StreamSource;
  /** Null if the client leaves it to its `Accept` header. */
  readonly type: StreamType | null;
  /** The last message that the client has received; undefined if it begins anew. */
  readonly after: string | undefined;
  /** Whether the client of a feed also wants the wholes of messages of several blocks. */
  readonly assembled: boolean;
  readonly filter: SniffFilter;
}

/** A parameter of a query, and what is wrong with it. */
interface WrongParameter {
  readonly field: string;
  readonly message: string;
}

/** The payload of `started`. */
export const StreamStarted = z.strictObject({
  source: z.enum(streamSources),
  account: FeedAuthenticated.optional().describe("The account of a feed, and its stations."),
  filter: SniffFilter.optional().describe("The filter of a firehose or a watch."),
  share: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .optional()
    .describe(
      "The share of the latest messages that a watch selects; `null` if there are too few.",
    ),
  position: z
    .string()
    .optional()
    .describe("The `after` that resumes a watch of which nothing has come yet."),
});
export type StreamStarted = z.infer<typeof StreamStarted>;

/** The payload of `heartbeat`: nothing came for 15 seconds, and the client has everything up to the position. */
export const StreamHeartbeat = z.strictObject({
  time: Instant,
  position: z.string().nullable().describe("The `after` that resumes here; `null` for a firehose."),
});
export type StreamHeartbeat = z.infer<typeof StreamHeartbeat>;

/** The payload of `end`, the last event: why the server ends the stream, and when the client may come again. */
export const StreamEnd = z.strictObject({
  reason: z.string(),
  retryMs: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Milliseconds to wait before the next request; `null` if it would be refused."),
});
export type StreamEnd = z.infer<typeof StreamEnd>;

/** The payloads of a stream, besides messages. */
export const streamPayloads = {
  [streamEvent.started]: StreamStarted,
  [streamEvent.resumed]: FeedResumed,
  [streamEvent.gap]: FeedGap,
  [streamEvent.heartbeat]: StreamHeartbeat,
  [streamEvent.end]: StreamEnd,
} as const;

const flags: ReadonlySet<string> = new Set(["true", "false"]);

/**
 * Reads the query of a stream: `source`, `format`, `after`, `assembled`, and the filters of `GET /v1/messages` that can
 * be compared with a message as it comes.
 *
 * @param hasKey whether the client sent an API key: its own feed is the default then, else the firehose
 * @param lastEventId what a browser sends as `Last-Event-ID` when it connects again; it counts before `after`
 */
export function readStreamRequest(
  query: Iterable<readonly [string, string]>,
  hasKey: boolean,
  lastEventId?: string,
): StreamRequest | { readonly wrong: readonly WrongParameter[] } {
  const wrong: WrongParameter[] = [];
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    if (given.has(name)) wrong.push({ field: name, message: "must be given once" });
    given.set(name, value);
  }
  const source = readChoice("source", streamSources) ?? (hasKey ? "feed" : "firehose");
  const type = readChoice("format", Object.keys(streamTypes) as StreamType[]) ?? null;
  const assembled = given.get("assembled") ?? "false";
  if (!flags.has(assembled)) wrong.push({ field: "assembled", message: "must be true or false" });
  const after = lastEventId || given.get("after") || undefined;
  if (after !== undefined && !isMessageId(after)) {
    wrong.push({ field: "after", message: "must be a message id or a position" });
  }
  for (const name of ["assembled", "after"]) given.delete(name);
  const filter = readFilter(Object.fromEntries(given), source, wrong);
  if (wrong.length > 0) return { wrong };
  return { source, type, after, assembled: assembled === "true", filter };

  function readChoice<Value extends string>(
    name: string,
    values: readonly Value[],
  ): Value | undefined {
    const text = given.get(name);
    given.delete(name);
    if (text === undefined) return undefined;
    const value = values.find((one) => one === text);
    if (value === undefined)
      wrong.push({ field: name, message: `must be one of ${values.join(", ")}` });
    return value;
  }
}

function readFilter(
  parameters: Readonly<Record<string, string>>,
  source: StreamSource,
  wrong: WrongParameter[],
): SniffFilter {
  const { filter, restOnly } = sniffFilterOf(parameters);
  for (const name of restOnly) {
    const isStation = name === "station";
    const message = isStation ? "must be ids of stations" : "is not a parameter of streams";
    wrong.push({ field: name.slice(0, 64), message });
  }
  if (source === "feed" && Object.keys(filter).length > 0) {
    const [field = ""] = Object.keys(parameters);
    wrong.push({ field, message: "does not go with source=feed, which is complete" });
  }
  const schema = source === "watch" ? WatchFilter : SniffFilter;
  const result = schema.safeParse(filter);
  for (const issue of result.error?.issues ?? []) {
    const [path = "", ...rest] = refusalOf(issue).split(": ");
    const [member = ""] = path.split(".");
    const field = member === "options" ? "source" : parameterOf(member);
    wrong.push({ field, message: rest.join(": ") });
  }
  return result.data ?? {};
}

/** Returns the parameter by which a member of the filter is sent. */
function parameterOf(member: string): string {
  const known = filterMemberNames.find((name) => name === member);
  return known === undefined ? member : filterMembers[known].parameter;
}
