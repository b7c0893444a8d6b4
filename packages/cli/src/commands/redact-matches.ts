import * as db from "@jetwire/db";
import type { RedactedMessage, RunQueries } from "@jetwire/db";
import {
  AppError,
  matchingRedactionsMax,
  type Message,
  type MessageFilters,
  RedactionFilters,
  shownRedactionsMax,
} from "@jetwire/protocol";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";
import { withOpenDatabase } from "../connections.ts";
import { printable } from "../printable.ts";
import { operator, userName } from "../operator.ts";
import { showProgress } from "../progress.ts";
import { tableOf } from "../table.ts";

const textCharsMax = 60;
const viewer = { accountId: null, hiddenStationIds: [] };

/** The options of `jetwire redact --filter`. */
export interface MatchOptions {
  /** Texts like `flight=UAL123`. */
  readonly filter: readonly string[];
  /** How many messages were confirmed; undefined to count only. */
  readonly count?: number | undefined;
  readonly reason: string;
}

/** Counts the messages that filters select, or redacts them if their number was confirmed. */
export async function redactMatches(call: Call, options: MatchOptions) {
  const query = filtersOf(options.filter);
  return await withOpenDatabase(call.servers(), async (run) => {
    const ids = await find(run, query);
    if (ids.length > matchingRedactionsMax) {
      throw new CliError("usage", "more than 10,000 messages match: narrow the filters");
    }
    if (options.count === undefined) {
      const newest = await run((sql) => db.messages.readAll(sql, ids.slice(-shownRedactionsMax)));
      const advice = `${ids.length} messages would be redacted: add --count ${ids.length} to redact them`;
      const text = ids.length === 0 ? listOf([]) : `${listOf(newest)}\n${advice}`;
      return { answer: { value: { redacted: 0, there: ids.length }, text }, changed: [] };
    }
    if (ids.length > options.count) {
      const found = `${ids.length} messages match now, more than --count ${options.count}`;
      throw new CliError("conflict", `${found}: count them again, and set until=`);
    }
    const changed = await redact(call, run, { ids, query, reason: options.reason });
    const redacted = changed.filter(({ what }) => what === "message").length;
    return { answer: { value: { redacted }, text: `${redacted} messages are redacted` }, changed };
  });
}

interface Redaction {
  readonly ids: readonly string[];
  readonly query: MessageFilters;
  readonly reason: string;
}

async function redact(
  { terminal }: Call,
  run: RunQueries,
  { ids, query, reason }: Redaction,
): Promise<RedactedMessage[]> {
  const by = userName();
  const record = { reason, by, actor: operator(), filter: db.messageFilters.textOf(query) };
  const changed: RedactedMessage[] = [];
  using progress = showProgress(terminal.stderr, ids.length, "messages");
  for (let from = 0; from < ids.length; from += db.redactions.redactedMax) {
    const batch = ids.slice(from, from + db.redactions.redactedMax);
    changed.push(...(await run((sql) => db.redactions.redact(sql, { ids: batch }, record))));
    progress.update(from + batch.length, from + batch.length);
  }
  return changed;
}

async function find(run: RunQueries, query: MessageFilters): Promise<string[]> {
  try {
    const filter = await db.messageFilters.make(run, db.flights.createKeys(run), query, viewer);
    return await run((sql) =>
      db.messageFilters.listMatchingIds(sql, filter, matchingRedactionsMax + 1),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [wrong] = error.errors;
    throw new CliError("usage", wrong ? `${wrong.field} ${wrong.message}` : error.message);
  }
}

/** Reads filters like `flight=UAL123`. @throws CliError naming the first one that is wrong */
function filtersOf(texts: readonly string[]): MessageFilters {
  const pairs = texts.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new CliError("usage", `--filter ${text}: must be like flight=UAL123`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new CliError("usage", `--filter ${twice}: must be given once`);
  const parsed = RedactionFilters.safeParse(Object.fromEntries(pairs));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys : [])];
  throw new CliError("usage", `--filter ${name.join(".")}: ${issue?.message ?? "is not valid"}`);
}

function listOf(messages: readonly Message[]): string {
  const columns = {
    id: ({ id }: Message) => id,
    station: ({ stationId }: Message) => stationId,
    flight: ({ flightNumber }: Message) => shown(flightNumber),
    tail: ({ tail }: Message) => shown(tail),
    label: ({ label }: Message) => shown(label),
    text: ({ text }: Message) => shown(text),
  };
  return tableOf(messages, columns, "no message matches");
}

function shown(text: string | null): string | null {
  return text === null ? null : printable(text, textCharsMax);
}
