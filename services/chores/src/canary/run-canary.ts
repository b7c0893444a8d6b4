import { randomUUID } from "node:crypto";
import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { CanaryProblem, CanaryRun } from "@jetwire/protocol";
import type { CanaryRuns } from "@jetwire/redis";
import { createAlarm, every, pause, type ProcessContext } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";
import { type CanaryClient, openCanaryClient } from "./canary-client.ts";
import { createCanaryHours } from "./canary-hours.ts";
import { createCanaryMetrics } from "./canary-metrics.ts";
import { createSendCanary } from "./send-canary.ts";

/**
 * Returns what a decoder would send for a canary message: a text without a meaning, of no aircraft.
 *
 * @param text is different for each message, so that none is a duplicate
 */
function canaryLine(ident: string, text: string, nowMs: number): string {
  return JSON.stringify({
    timestamp: nowMs / 1_000,
    station_id: ident,
    channel: 0,
    freq: 131.55,
    level: 0,
    error: 0,
    mode: "2",
    label: "Q0",
    text,
    app: { name: "acarsdec", ver: "4.0" },
  });
}

const everyMs = 10_000;
/** A message that takes longer counts as lost; the next one is sent after it. */
const arrivalMsMax = 8_000;
const storedCheckMs = 100;
/** The key of a client is valid for two days. */
const clientMsMax = 86_400_000;
/** Failures in a row until the alarm begins: a deployment may cost one. */
const failuresMax = 3;

/** The parts that canary messages need. */
export interface CanaryContext extends Pick<ProcessContext, "log" | "metrics" | "health"> {
  readonly database: Database;
  readonly runs: CanaryRuns;
}

interface Prepared {
  readonly idents: readonly string[];
  readonly client: CanaryClient;
  readonly untilMs: number;
}

/**
 * Sends a message every ten seconds until aborted: by HTTP to ingest, like a feeder, and back to a client of a
 * feed. In turn it is of a station of each partition. Raises the alarm `canary` after three that failed in a row.
 * Without `CANARY_INGEST_URL` nothing is sent.
 */
export async function runCanary(
  config: Pick<ChoresConfig, "CANARY_INGEST_URL" | "CANARY_REALTIME_URL" | "STREAM_PARTITIONS">,
  { database, runs, ...context }: CanaryContext,
  signal: AbortSignal,
): Promise<void> {
  const { CANARY_INGEST_URL: ingestUrl, CANARY_REALTIME_URL: realtimeUrl } = config;
  if (ingestUrl === undefined || realtimeUrl === undefined) return;
  const send = createSendCanary(ingestUrl);
  const { log } = context;
  const metrics = createCanaryMetrics(context.metrics);
  const alarm = createAlarm("canary", context);
  const hours = createCanaryHours(database);
  let prepared: Prepared | null = null;
  let sent = 0;
  let lastId: string | null = null;
  let failures = 0;

  /** Opens a client with a new key, unless there is one that works. */
  async function prepare(url: string): Promise<Prepared> {
    if (prepared !== null && !prepared.client.isEnded && performance.now() < prepared.untilMs) {
      return prepared;
    }
    await prepared?.client.close();
    prepared = null;
    const key = makeApiKey();
    const hashed = { hash: hashApiKey(key), hint: apiKeyHint(key) };
    const idents = await runQuery(database, (sql) =>
      db.canary.open(sql, hashed, config.STREAM_PARTITIONS),
    );
    const client = openCanaryClient(url, key);
    prepared = { idents, client, untilMs: performance.now() + clientMsMax };
    return prepared;
  }

  async function isStoredInTime(id: string | null, endMs: number): Promise<boolean> {
    if (id === null) return false;
    while (performance.now() < endMs) {
      const found = await runQuery(database, (sql) => db.canary.isStored(sql, id)).catch(
        () => false,
      );
      if (found) return true;
      await pause(storedCheckMs);
    }
    return false;
  }

  /** Sends one message, and returns what became of it. */
  async function sendOne(ready: Prepared): Promise<Omit<CanaryRun, "sentAt">> {
    const { idents, client } = ready;
    const text = `CANARY ${randomUUID()}`;
    const ident = idents[sent++ % idents.length] ?? "";
    const startMs = performance.now();
    const elapsed = () => Math.round(performance.now() - startMs);
    const delivered = client
      .arrival(text, arrivalMsMax)
      .then((arrived) => (arrived ? elapsed() : null));
    let id: string | null;
    try {
      id = await send(canaryLine(ident, text, Date.now()));
    } catch (error) {
      log.debug({ err: error }, "a canary message was not accepted");
      lastId = null;
      return { storedMs: null, deliveredMs: null, problem: "not-accepted" };
    }
    const stored = isStoredInTime(id, startMs + arrivalMsMax).then((is) => (is ? elapsed() : null));
    const [deliveredMs, storedMs] = await Promise.all([delivered, stored]);
    const problem = problemOf(deliveredMs, storedMs);
    if (problem !== null) log.debug({ messageId: id, problem }, "a canary message was lost");
    lastId = id;
    return { storedMs, deliveredMs, problem };
  }

  async function runOnce(): Promise<void> {
    const sentAt = new Date().toISOString();
    const ready = await prepare(realtimeUrl ?? "").catch((error: unknown) => {
      log.debug({ err: error }, "canary messages cannot be prepared");
      return null;
    });
    if (ready === null) lastId = null;
    const unprepared = { storedMs: null, deliveredMs: null, problem: "unprepared" } as const;
    const run = { sentAt, ...(ready === null ? unprepared : await sendOne(ready)) };
    metrics.ended(run);
    failures = run.problem === null ? 0 : failures + 1;
    if (failures >= failuresMax) {
      alarm.raise(`${failures} canary messages failed: ${run.problem}`, { messageId: lastId });
    } else if (failures === 0) alarm.clear();
    const results = await Promise.allSettled([hours.add(run), runs.add(run)]);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  await every(everyMs, runOnce, {
    signal,
    log,
    task: "send a canary message",
    retryMsMax: everyMs,
  });
  await (prepared as Prepared | null)?.client.close();
}

function problemOf(deliveredMs: number | null, storedMs: number | null): CanaryProblem | null {
  if (deliveredMs === null) return "not-delivered";
  return storedMs === null ? "not-stored" : null;
}
