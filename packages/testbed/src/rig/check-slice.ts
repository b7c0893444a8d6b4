import { messageIdTimeMs } from "@jetwire/protocol";
import type { Disorder, Repeat } from "../clients/receipts.ts";
import type { Span } from "./fleet-process.ts";

/*
 * Compares what feeders sent, what Postgres has and what clients received, as sets. Counters of the
 * services are not used.
 */

/** A message as a feeder's ledger has it. */
interface SentLine {
  readonly text: string;
  /** Null for a message that was acknowledged: it may not be missing. */
  readonly sentMs: number | null;
  /** It was sent more than once, because an acknowledgement did not arrive. */
  readonly repeated: boolean;
}

/** A feeder's ledger, and when what it sent could be lost before ingest received it. */
export interface FeederLedger {
  readonly name: string;
  readonly lines: readonly SentLine[];
  readonly losses: readonly (Span & { readonly reason: string })[];
}

export interface StoredMessage {
  readonly id: string;
  readonly text: string;
  /** Null for a station that nobody has claimed. */
  readonly account: string | null;
}

/** A client with what it received. `account` is null for all messages. */
export interface ClientLedger {
  readonly name: string;
  readonly account: string | null;
  /** Whether it has to have every message: clients of rooms and of the firehose have no replay. */
  readonly isComplete: boolean;
  readonly ids: ReadonlySet<string>;
  /** Messages that were received again outside of a replay. */
  readonly liveRepeats: readonly Repeat[];
  readonly disorders: readonly Disorder[];
  readonly gapTimes: readonly number[];
  readonly connects: number;
}

interface FollowerLedger {
  readonly name: string;
  readonly ids: readonly string[];
  readonly failures: number;
}

export interface SliceEvidence {
  readonly feeders: readonly FeederLedger[];
  readonly stored: readonly StoredMessage[];
  readonly clients: readonly ClientLedger[];
  readonly followers: readonly FollowerLedger[];
  /** The times of messages that could be stored later than followers wait for, as the interface says. */
  readonly lateStores: readonly Span[];
  /** The times at which Redis lost its data: what is appended again may follow younger messages. */
  readonly emptied: readonly Span[];
  /** The times at which feed logs may begin a new epoch, whose replay from Postgres repeats messages. */
  readonly newEpochs: readonly Span[];
}

/** Figures by name. Those of `violations` have to be 0. */
export interface SliceFigures {
  readonly violations: Readonly<Record<string, number>>;
  readonly figures: Readonly<Record<string, number>>;
  /** Some of the messages behind each violation. */
  readonly examples: readonly string[];
}

const examplesMax = 12;
/** A page that follows stays behind the present by this much. */
const followDelayMs = 5_000;

export function checkSlice(evidence: SliceEvidence): SliceFigures {
  const book = openBook();
  checkFeeders(evidence, book);
  checkClients(evidence, book);
  checkFollowers(evidence, book);
  return book.result;
}

interface Book {
  readonly result: SliceFigures;
  /** Adds to a figure. */
  count(name: string, more?: number): void;
  /** Shows that these are checked, even if none is violated. */
  expectNone(...names: readonly string[]): void;
  violate(name: string, example: string): void;
}

function openBook(): Book {
  const violations: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const examples: string[] = [];
  return {
    result: { violations, figures, examples },
    count: (name, more = 1) => void (figures[name] = (figures[name] ?? 0) + more),
    expectNone(...names) {
      for (const name of names) violations[name] ??= 0;
    },
    violate(name, example) {
      const times = (violations[name] ?? 0) + 1;
      violations[name] = times;
      if (times <= examplesMax) examples.push(`${name}: ${example}`);
    },
  };
}

function checkFeeders({ feeders, stored }: SliceEvidence, book: Book): void {
  const { count, expectNone, violate } = book;
  expectNone("unaccounted", "stored twice", "never offered");
  const rows = new Map<string, number>();
  for (const { text } of stored) rows.set(text, (rows.get(text) ?? 0) + 1);
  count("stored", stored.length);
  for (const { name, lines, losses } of feeders) {
    count("offered", lines.length);
    for (const { text, sentMs, repeated } of lines) {
      const times = rows.get(text) ?? 0;
      rows.delete(text);
      if (times === 1) continue;
      if (times > 1) {
        if (repeated) count("stored again, because sent again", times - 1);
        else violate("stored twice", `${text}, ${times} rows`);
        continue;
      }
      const loss = sentMs === null ? undefined : losses.find((span) => isWithin(sentMs, span));
      if (loss !== undefined) count(`dropped: ${loss.reason}`);
      else violate("unaccounted", `${text} of ${name}, sent ${timeText(sentMs)}`);
    }
  }
  for (const text of rows.keys()) violate("never offered", text);
}

function checkClients({ clients, stored, emptied, newEpochs }: SliceEvidence, book: Book): void {
  const { count, expectNone, violate } = book;
  expectNone("feed missing", "foreign", "repeated", "out of order");
  for (const client of clients) {
    const { name, account, isComplete, ids, gapTimes } = client;
    const own = new Set(
      stored.filter((one) => account === null || one.account === account).map(({ id }) => id),
    );
    const kind = isComplete ? "feeds" : "rooms and firehose";
    count(`${kind}: received`, ids.size);
    count(`${kind}: connects`, client.connects);
    count(`${kind}: gaps reported`, gapTimes.length);
    for (const id of ids) if (!own.has(id)) violate("foreign", `${id} at ${name}`);
    const missing = [...own].filter((id) => !ids.has(id));
    if (!isComplete) {
      count(`${kind}: missing, without replay`, missing.length);
      count(`${kind}: repeated`, client.liveRepeats.length);
      continue;
    }
    for (const id of missing) {
      const isReported = gapTimes.some((atMs) => messageIdTimeMs(id) <= atMs);
      if (isReported) count("feeds: missing, reported by feed:gap");
      else violate("feed missing", `${id} at ${name}`);
    }
    for (const { id, atMs } of client.liveRepeats) {
      if (newEpochs.some((span) => isWithin(atMs, span))) {
        count("feeds: repeated by the replay of a new epoch");
      } else {
        violate("repeated", `${id} at ${name}, ${timeText(atMs)}`);
      }
    }
    for (const { id, younger, atMs } of client.disorders) {
      const isReplay = emptied.some((span) => isWithin(messageIdTimeMs(younger), span));
      if (isReplay) count("feeds: out of order after Redis lost its data");
      else violate("out of order", `${id} after ${younger} at ${name}, ${timeText(atMs)}`);
    }
  }
}

function checkFollowers({ followers, stored, lateStores }: SliceEvidence, book: Book): void {
  const { count, expectNone, violate } = book;
  expectNone("holes", "follower out of order", "follower repeated");
  for (const { name, ids, failures } of followers) {
    const got = new Set(ids);
    count(`followers: ids by ${name}`, got.size);
    count("followers: failed requests", failures);
    for (let n = got.size; n < ids.length; n++) violate("follower repeated", name);
    for (const [at, id] of ids.entries()) {
      if (at > 0 && id < (ids[at - 1] ?? "")) violate("follower out of order", `${id} at ${name}`);
    }
    for (const { id, text } of stored) {
      if (got.has(id)) continue;
      const madeMs = messageIdTimeMs(id);
      const made = { fromMs: madeMs, toMs: madeMs + followDelayMs };
      if (lateStores.some((span) => overlap(span, made))) {
        count("followers: holes while ingest or Redis was faulty");
      } else {
        violate("holes", `${id} (${text}) at ${name}, made ${timeText(madeMs)}`);
      }
    }
  }
}

function isWithin(ms: number, { fromMs, toMs }: Span): boolean {
  return ms >= fromMs && ms <= toMs;
}

function overlap(one: Span, other: Span): boolean {
  return one.fromMs <= other.toMs && other.fromMs <= one.toMs;
}

function timeText(ms: number | null): string {
  return ms === null ? "and acknowledged" : new Date(ms).toISOString();
}
