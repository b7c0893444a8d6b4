import { connectRealtime, type Realtime, type RestClient } from "@jetwire/client";
import type { Command } from "@jetwire/command-line";
import {
  type EnrichedMessage,
  type Message,
  MessageQuery,
  SniffFilter,
  type StationSummary,
  WatchFilter,
} from "@jetwire/protocol";
import { sniffFilterOf } from "@jetwire/protocol/plain";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { findService, openClient } from "../remote/service.ts";
import { createForwarder, type Forwarder, readForwardAddress } from "./forward.ts";
import { type LineStyle, messageLine } from "./message-line.ts";
import { createReceiptWatch, type ReceiptWatch } from "./receipt-watch.ts";

const sources = ["feed", "watch", "firehose"] as const;
const minutesMax = 60;
const checkMs = 15_000;
const pastMax = 10_000;
/** Stations whose names are read; others are shown by their number. */
const stationsMax = 1_000;

const Options = z.object({
  source: z.enum(sources, `must be one of ${sources.join(", ")}`).optional(),
  since: z.coerce
    .number("must be a number of minutes")
    .int()
    .min(1)
    .max(minutesMax, `must be at most ${minutesMax} minutes`)
    .optional(),
  count: z.coerce.number("must be a number of messages").int().min(1).max(1_000_000).optional(),
  seconds: z.coerce.number("must be a number of seconds").positive().max(86_400).optional(),
  forwardTo: z.string().transform(readForwardAddress).optional(),
  check: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const examples = `
Without filters it shows the messages of your own stations. With filters, those of GET /v1/messages as NAME=VALUE, it shows every
message that they select, of all stations (--source watch), which must be few; --source firehose shows a sample. It goes
on by itself after a lost connection, and says where messages are missing. It ends with Ctrl-C, or with --count or --seconds.

--json prints each message as one line of JSON. --forward-to posts each message as JSON to an address, to try a receiver. --check
compares each minute of your own stations with its receipt, two minutes later, and ends with exit code 1 if one had a hole.

Examples:
  jetwire tail
  jetwire tail tail=D-ABCD --since 60
  jetwire tail airline=UAL label=H1 --source firehose
  jetwire tail --json | jq 'select(.latitude != null) | .tail'
  jetwire tail --check --seconds 600
  jetwire tail flight=UA123 --forward-to http://127.0.0.1:3000/hook`;

/** Adds `tail`. */
export function addTailCommand(program: Command, answering: Answering): void {
  program
    .command("tail")
    .argument("[filter...]", "filters such as tail=D-ABCD or label=H1,5Z")
    .option("--source <source>", `What to follow: ${sources.join(", ")}`)
    .option("--since <minutes>", `Show what came in the last minutes first, ${minutesMax} at most`)
    .option("--count <n>", "End after so many messages")
    .option("--seconds <n>", "End after so many seconds")
    .option("--forward-to <url>", "Post each message to this address")
    .option("--check", "Compare the own feed with its receipts")
    .description("Show messages as they come")
    .addHelpText("after", examples)
    .action(answering(tail));
}

interface Following {
  readonly realtime: Realtime;
  /** Rejects if the server refuses what is to be followed. */
  readonly started: Promise<unknown>;
}

async function tail(call: Call) {
  const options = call.options(Options);
  const filters = parametersOf(call.args);
  const source = options.source ?? (call.args.length > 0 ? "watch" : "feed");
  if (options.check && source !== "feed")
    throw new CliError("usage", "--check is for the own feed");
  const service = findService(call.terminal, call.data);
  const rest = openClient(service);
  const { realtime: url } = await rest.readStatus();
  if (url === null)
    throw new CliError("unavailable", "the service does not tell its realtime address");
  const { stdout, stderr } = call.terminal;
  const printNote = (text: string) => void stderr.write(`${text}\n`);
  const forwarder = options.forwardTo ? createForwarder(options.forwardTo, printNote) : null;
  const receipts = options.check ? createReceiptWatch(rest, printNote) : null;
  const print = createPrinter(call, options);
  const idents = await readIdents(rest, source);
  const done = Promise.withResolvers<void>();
  let shown = 0;

  function show(message: Message | EnrichedMessage): void {
    if (options.count !== undefined && shown >= options.count) return;
    shown++;
    stdout.write(`${print(message, idents.get(message.stationId))}\n`);
    forwarder?.push(message);
    receipts?.push(message);
    if (shown === options.count) done.resolve();
  }

  const following = follow();
  const stop = endsOf(options, done.resolve);
  try {
    void following.realtime.ended.then(({ cause, reason }) =>
      cause === "closed" ? done.resolve() : done.reject(new CliError("unavailable", reason)),
    );
    following.started.catch((error: unknown) => done.reject(error));
    await done.promise;
  } finally {
    stop();
    await following.realtime.close();
    await forwarder?.stop();
  }
  const counts = { messages: shown, ...countsOf(forwarder, receipts) };
  return {
    value: counts,
    text: "",
    isStreamed: true,
    exitCode: (receipts?.holes ?? 0) > 0 || (forwarder?.failed ?? 0) > 0 ? 1 : 0,
  };

  function follow(): Following {
    const sinceMs = options.since === undefined ? null : Date.now() - options.since * 60_000;
    if (source === "feed") return followFeed(sinceMs);
    const realtime = connectRealtime({ url: url ?? "", apiKey: service.key, receivesFeed: false });
    const { filter } = sniffFilterOf(filters);
    if (source === "firehose") {
      realtime.on("message", show);
      realtime.on("messages:sniff:recent", ({ newMessages }) => {
        for (const message of newMessages.toReversed()) show(message);
      });
      const recent = sinceMs === null ? 0 : 100;
      return {
        realtime,
        started: realtime.sniff({ filter: filterOf(SniffFilter, filter), recent }).started,
      };
    }
    // What was stored before comes first.
    const waiting: Message[] = [];
    let isPast = sinceMs !== null;
    const { started } = realtime.watch(filterOf(WatchFilter, filter), {
      handle: (message) => void (isPast ? waiting.push(message) : show(message)),
      onGap: ({ after }) => printNote(`messages are missing after ${after ?? "an unknown one"}`),
    });
    return { realtime, started: started.then(showFirst) };

    async function showFirst(): Promise<void> {
      const past = sinceMs === null ? [] : await readPast(sinceMs);
      const known = new Set(past.map(({ id }) => id));
      const later = waiting.filter(({ id }) => !known.has(id));
      for (const message of [...past, ...later]) show(message);
      isPast = false;
    }
  }

  function followFeed(sinceMs: number | null): Following {
    const realtime = connectRealtime({
      url: url ?? "",
      apiKey: service.key,
      feed: {
        handle: (message) => show(message),
        since: sinceMs === null ? undefined : new Date(sinceMs),
        onGap: ({ after }) => printNote(`messages are missing after ${after ?? "an unknown one"}`),
      },
    });
    realtime.on("feed:authenticated", ({ stations }) => {
      for (const { id, ident } of stations) idents.set(id, ident);
      receipts?.begin(stations satisfies readonly StationSummary[]);
    });
    const checking = setInterval(() => {
      receipts
        ?.check()
        .catch((error: unknown) => printNote(`receipts cannot be read: ${String(error)}`));
    }, checkMs);
    void realtime.ended.then(() => clearInterval(checking));
    return { realtime, started: Promise.resolve() };
  }

  /** Reads what was stored since a time, the oldest first. */
  async function readPast(sinceMs: number): Promise<Message[]> {
    const since = new Date(sinceMs).toISOString();
    const query = { ...filters, since } as Parameters<RestClient["listMessages"]>[0];
    const past: Message[] = [];
    for await (const message of rest.listMessages(query, { itemsMax: pastMax })) past.push(message);
    return past.toReversed();
  }
}

/** Reads filters such as `tail=D-ABCD`. @throws CliError naming what is wrong */
function parametersOf(args: readonly string[]): Record<string, string> {
  const given = args.map((text) => {
    const at = text.indexOf("=");
    if (at < 1)
      throw new CliError("usage", `${text}: a filter is NAME=VALUE, for example tail=D-ABCD`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  const parameters = Object.fromEntries(given);
  const result = MessageQuery.safeParse(parameters);
  const issue = result.error?.issues[0];
  if (issue !== undefined) {
    const name = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path.join(".");
    throw new CliError("usage", `${name}: ${issue.message}`);
  }
  return parameters;
}

/** Reads the names of stations, for lines; those of the own feed come with it. */
async function readIdents(rest: RestClient, source: string): Promise<Map<number, string>> {
  const idents = new Map<number, string>();
  if (source === "feed") return idents;
  for await (const { id, ident } of rest.listStations({}, { itemsMax: stationsMax })) {
    idents.set(id, ident);
  }
  return idents;
}

/** @throws CliError naming what is wrong */
function filterOf<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join(".") || "a filter";
  throw new CliError("usage", `${name} ${issue?.message ?? "is not valid"}`);
}

function createPrinter(
  { terminal: { stdout, env } }: Call,
  { json }: Options,
): (message: Message | EnrichedMessage, ident?: string) => string {
  if (json) return (message) => JSON.stringify(message);
  const terminal = stdout as { readonly isTTY?: boolean; readonly columns?: number };
  const isTerminal = terminal.isTTY === true;
  const style: LineStyle = {
    isColoured: isTerminal && !env["NO_COLOR"],
    columns: isTerminal ? (terminal.columns ?? null) : null,
  };
  return (message, ident) => messageLine(message, ident ?? `#${message.stationId}`, style);
}

function endsOf({ seconds }: Options, end: () => void): () => void {
  process.once("SIGINT", end);
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1_000);
  return () => {
    process.removeListener("SIGINT", end);
    clearTimeout(timer);
  };
}

function countsOf(forwarder: Forwarder | null, receipts: ReceiptWatch | null) {
  return {
    ...(forwarder && {
      posted: forwarder.posted,
      failed: forwarder.failed,
      dropped: forwarder.dropped,
    }),
    ...(receipts && { minutes: receipts.minutes, holes: receipts.holes }),
  };
}
