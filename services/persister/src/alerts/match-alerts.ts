import * as db from "@jetwire/db";
import { type AlertMatch, type Database, isUnavailable, type MessageToStore } from "@jetwire/db";
import { type Candidate, candidateOf } from "@jetwire/protocol";
import { createBoundedMap, every, type Logger, type Metrics } from "@jetwire/runtime";

import type { LiveRules } from "./live-rules.ts";
import { createMatchWindows } from "./match-windows.ts";

const descriptionMax = 160;
const nameMax = 32;
const queryMsMax = 5_000;
const endWindowsMs = 1_000;
const loggedIdsMax = 10;
const typesMax = 50_000;
const typesTtlMs = 10 * 60_000;

/** Compares messages with alert rules. Disposal stores what was counted since the last reports. */
export type AlertMatcher = ReturnType<typeof createAlertMatcher>;

export interface AlertMatcherOptions {
  readonly rules: Omit<LiveRules, "run">;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export function createAlertMatcher(
  database: Database,
  { rules, log, metrics }: AlertMatcherOptions,
) {
  const windows = createMatchWindows();
  const typeOf = createTypes(database);
  /** Matches that are not stored yet. They are few: at most two a minute of each rule. */
  let pending: AlertMatch[] = [];
  const matched = metrics.counter({
    name: "jetwire_persister_alert_matches_total",
    help: "Matches of alert rules that were reported, without those that were only counted",
  });
  const lost = metrics.counter({
    name: "jetwire_persister_alert_matches_lost_total",
    help: "Matches of alert rules that Postgres refused, or did not take before the process ended",
  });

  async function match(messages: readonly MessageToStore[], nowMs: number): Promise<void> {
    const index = rules.index();
    if (index.size === 0) return;
    const types = index.needsTypes ? await typeOf(messages) : new Map<string, string>();
    for (const { message, links } of messages) {
      const type = types.get(message.airframeId ?? "") ?? null;
      const candidate = candidateOf(message, links.flightKey, type);
      index.eachCandidate(candidate, (rule) => {
        if (rule.mutedUntilMs > nowMs || !windows.isOpen(rule.id, nowMs)) return;
        if (!rule.fits(candidate.message) || !rules.isShown(message.stationId, rule.accountId))
          return;
        const reported = windows.add(matchOf(rule.id, candidate), nowMs);
        if (reported !== null) pending.push(reported);
      });
    }
  }

  async function store(): Promise<void> {
    const sending = pending;
    if (sending.length === 0) return;
    pending = [];
    try {
      await database.withQueryDeadline((sql) => db.alerts.addMatches(sql, sending), queryMsMax);
      matched.inc(sending.length);
      for (const { messageId, ruleId } of sending) {
        log.debug({ messageId, ruleId }, "message matched an alert rule");
      }
    } catch (error) {
      if (isUnavailable(error)) {
        pending = [...sending, ...pending];
        throw error;
      }
      // Alerts must not keep messages from being stored.
      lost.inc(sending.length);
      log.error({ err: error, ...factsOf(sending) }, "matches of alert rules were refused");
    }
  }

  return {
    /**
     * Takes messages that were just stored. The same again, as after a kill, adds no second match.
     *
     * @throws if Postgres is unavailable: try it again
     */
    async push(messages: readonly MessageToStore[]): Promise<void> {
      await rules.ready();
      const nowMs = Date.now();
      await match(messages, nowMs);
      await store();
    },
    /** Reports what was counted when a rule's minute is over, whether messages come or not, until aborted. */
    run: (signal: AbortSignal): Promise<void> =>
      every(
        endWindowsMs,
        async () => {
          pending.push(...windows.end(Date.now()));
          await store();
        },
        { signal, log, task: "report matches of alert rules" },
      ),
    async [Symbol.asyncDispose]() {
      pending.push(...windows.endAll());
      const last = pending;
      await store().catch((error: unknown) => {
        lost.inc(last.length);
        log.error(
          { err: error, ...factsOf(last) },
          "the last matches of alert rules were not stored",
        );
      });
    },
  };
}

/** Returns how many matches there are, and the messages of the first ones, for a log line. */
function factsOf(unstored: readonly AlertMatch[]) {
  const messageIds = unstored.slice(0, loggedIdsMax).map(({ messageId }) => messageId);
  return { matches: unstored.length, messageIds };
}

/** Looks up the aircraft types of a batch; those that were looked up lately are remembered. */
function createTypes(database: Database) {
  const known = createBoundedMap<string, string>({ entriesMax: typesMax, ttlMs: typesTtlMs });
  return async (messages: readonly MessageToStore[]): Promise<Map<string, string>> => {
    const ids = new Set(messages.flatMap(({ message }) => message.airframeId ?? []));
    const unknown = [...ids].filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const found = await database.withQueryDeadline(
        (sql) => db.alerts.airframeTypes(sql, unknown),
        queryMsMax,
      );
      for (const id of unknown) known.set(id, found.get(id) ?? "");
    }
    return new Map([...ids].map((id) => [id, known.get(id) ?? ""]));
  };
}

function matchOf(ruleId: string, { message, flightKey }: Candidate): Omit<AlertMatch, "more"> {
  const { groupId, id: messageId, stationId, tail, flightNumber, decoded, text, label } = message;
  return {
    ruleId,
    groupId,
    messageId,
    stationId,
    flight: plain(flightKey ?? flightNumber, nameMax),
    tail: plain(tail, nameMax),
    description: plain(decoded?.description || text || label, descriptionMax) ?? "",
  };
}

/** Returns a text in one line without control characters, whole characters of it up to `charsMax`. */
function plain(text: string | null | undefined, charsMax: number): string | null {
  if (text === null || text === undefined) return null;
  // Cut first: a text may be long.
  const line = text
    .slice(0, 4 * charsMax)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.slice(0, charsMax).toWellFormed();
}
