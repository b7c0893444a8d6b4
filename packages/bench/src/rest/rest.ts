import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { testSigningKeySecret } from "@jetwire/testbed";
import autocannon from "autocannon";
import { startBenchDatabase } from "../bench-database.ts";
import { median, type Section } from "../report.ts";
import { startServer } from "./start-server.ts";
import {
  growthQuestions,
  type Question,
  questionsOfBoth,
  slowPerSecond,
  steadyPerSecond,
} from "./questions.ts";
import { fillMessages } from "./rows.ts";

export interface RestBenchOptions {
  /** Length of a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Rows of the table, step by step; the first is where both are compared. */
  readonly rows: readonly number[];
}

/** A server, and the API key for its requests. */
interface Target {
  readonly url: string;
  readonly key: string;
}

interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and requests without an answer. */
  readonly failed: number;
}

const connections = 16;

/**
 * Measures by-id reads and a flight's messages, beside bare Express and postgres.js with the same queries on the
 * same tables, without key, limit or validation, in turn; then Jetwire alone as the table grows.
 */
export async function runRest({ seconds, rounds, rows }: RestBenchOptions): Promise<Section[]> {
  await using stack = new AsyncDisposableStack();
  const bench = stack.use(await startBenchDatabase({ statementTimeoutMs: 3_600_000 }));
  const { database } = bench;
  const redis = stack.use(await startRedis({ dir: bench.folder, port: 0, log: () => {} }));
  const key = await addKey(database.sql);
  const environment = {
    DATABASE_URL: bench.url,
    REDIS_URL: redis.url,
    SIGNING_KEY_SECRET: testSigningKeySecret,
    REST_OPEN_PER_MINUTE: "1000000",
    LOG_LEVEL: "warn",
  };
  const ours = stack.use(
    await startServer(new URL("jetwire-server.ts", import.meta.url), environment),
  );
  const bare = stack.use(
    await startServer(new URL("bare-server.ts", import.meta.url), environment),
  );

  const sections: Section[] = [];
  const growth: { name: string; rows: number; figures: Figures }[] = [];
  let filled = 0;
  for (const count of rows) {
    await fillMessages(database.sql, filled, count);
    const questions = await questionsOfBoth(database.sql, count);
    for (const question of questions) await askWell({ ...ours, key }, question, 1);
    if (filled === 0) {
      sections.push(
        await compare({ ...ours, key }, { ...bare, key }, questions, { seconds, rounds }),
      );
    }
    filled = count;
    for (const question of [...questions, ...growthQuestions(count)]) {
      await ask({ ...ours, key }, question, 1, question.offered);
      const figures = await ask({ ...ours, key }, question, seconds, question.offered);
      growth.push({ name: question.name, rows: count, figures });
    }
  }
  return [...sections, growthSection(growth)];
}

function growthSection(
  growth: readonly { name: string; rows: number; figures: Figures }[],
): Section {
  const lines = growth
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, rows, figures: { p50Ms, p99Ms, failed } }) => [
      name,
      rows.toLocaleString("en"),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      failed,
    ]);
  return {
    name: "growth",
    heading: `as the table grows, ${steadyPerSecond} requests/s offered, of all but the first two ${slowPerSecond}`,
    chart: { labels: 2, parts: ["p99 ms"] },
    rows: [["", "rows", "p50 ms", "p99 ms", "failed"], ...lines],
    figures: growth.map(({ name, rows, figures }) => ({ name, rows, ...figures })),
  };
}

async function compare(
  ours: Target,
  bare: Target,
  questions: readonly Question[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Section> {
  const lines: (readonly string[])[] = [];
  const compared: { name: string; ours: Figures[]; bare: Figures[]; shareOfBare: number }[] = [];
  for (const question of questions) {
    const own: Figures[] = [];
    const others: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      others.push(await askWell(bare, question, seconds));
      own.push(await askWell(ours, question, seconds));
    }
    const ratio = medianRate(own) / medianRate(others);
    compared.push({ name: question.name, ours: own, bare: others, shareOfBare: ratio });
    lines.push(line(`${question.name}, bare`, others, "100 %"));
    lines.push(line(`${question.name}, ours`, own, `${Math.round(100 * ratio)} %`));
  }
  return {
    name: "compared",
    heading: `rest: ${connections} connections, median of ${rounds} rounds of ${seconds} s, in turn`,
    chart: { parts: ["requests/s"] },
    rows: [["", "requests/s", "p50 ms", "p99 ms", "share of the bare one"], ...lines],
    figures: compared,
  };
}

function line(name: string, figures: readonly Figures[], share: string): string[] {
  const p50 = median(figures.map(({ p50Ms }) => p50Ms));
  const p99 = median(figures.map(({ p99Ms }) => p99Ms));
  const rate = Math.round(medianRate(figures)).toLocaleString("en");
  return [name, rate, p50.toFixed(1), p99.toFixed(1), share];
}

function medianRate(figures: readonly Figures[]): number {
  return median(figures.map(({ perSecond }) => perSecond));
}

/** @throws when anything but 200 was answered: such a round would measure refusals. */
async function askWell(target: Target, question: Question, seconds: number): Promise<Figures> {
  const figures = await ask(target, question, seconds);
  if (figures.failed === 0) return figures;
  throw new Error(`${question.name} at ${target.url}: ${figures.failed} requests failed`);
}

async function ask(
  { url, key }: Target,
  { paths }: Question,
  seconds: number,
  overallRate?: number,
): Promise<Figures> {
  const result = await autocannon({
    url,
    // With several, those of a low rate would come together and wait for each other.
    connections: overallRate === slowPerSecond ? 1 : connections,
    duration: seconds,
    headers: { authorization: `Bearer ${key}` },
    requests: paths.map((path) => ({ method: "GET", path })),
    ...(overallRate !== undefined && { overallRate }),
  });
  const { requests, latency, non2xx, errors } = result;
  return {
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failed: non2xx + errors,
  };
}

async function addKey(sql: Sql): Promise<string> {
  await db.tiers.set(sql, { name: "bench", requestsPerMinute: 1_000_000 });
  const account = await db.accounts.add(sql, "bench");
  const key = makeApiKey();
  await db.apiKeys.add(sql, {
    accountId: account?.id ?? "",
    tier: "bench",
    keyHash: hashApiKey(key),
    hint: apiKeyHint(key),
  });
  return key;
}
