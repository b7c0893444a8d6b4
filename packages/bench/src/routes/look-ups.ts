import type { Sql } from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { testSigningKeySecret } from "@jetwire/testbed";
import autocannon from "autocannon";
import { startBenchDatabase } from "../bench-database.ts";
import { median, type Section } from "../report.ts";
import { startServer } from "../rest/start-server.ts";

export interface LookUpOptions {
  /** Length of a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Flights with facts. */
  readonly facts: number;
}

const planes = 100;
const flightsOfACallsign = 100;
/** Different requests, sent in turn. */
const requests = 200;
/** Well below the capacity of a core, on one connection, so that times do not include queueing. */
const steadyPerSecond = 20;

/**
 * Measures `POST /api/0/routeset` with 100 planes, as tar1090 asks, in a database of many facts: requests one after the other
 * for the capacity, then at a steady rate for the times.
 */
export async function runLookUps({ seconds, rounds, facts }: LookUpOptions): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const bench = stack.use(await startBenchDatabase({ statementTimeoutMs: 600_000 }));
  await fillFacts(bench.database.sql, facts);
  const redis = stack.use(await startRedis({ dir: bench.folder, port: 0, log: () => {} }));
  const { url } = stack.use(
    await startServer(new URL("../rest/jetwire-server.ts", import.meta.url), {
      DATABASE_URL: bench.url,
      REDIS_URL: redis.url,
      SIGNING_KEY_SECRET: testSigningKeySecret,
      REST_OPEN_PER_MINUTE: "1000000",
      LOG_LEVEL: "warn",
    }),
  );
  const callsigns = Math.ceil(facts / flightsOfACallsign);
  await ask(url, callsigns, { seconds: 2, connections: 1 });
  const full: autocannon.Result[] = [];
  const steady: autocannon.Result[] = [];
  for (let round = 0; round < rounds; round++) {
    full.push(await ask(url, callsigns, { seconds, connections: 2 }));
    steady.push(
      await ask(url, callsigns, { seconds, connections: 1, overallRate: steadyPerSecond }),
    );
  }
  const perSecond = median(full.map(({ requests: { average } }) => average));
  const p50 = median(steady.map(({ latency }) => latency.p50));
  const p99 = median(steady.map(({ latency }) => latency.p99));
  return {
    name: "look-ups",
    heading: `routeset with ${planes} planes, ${facts.toLocaleString("en")} flights with facts, median of ${rounds} rounds of ${seconds} s`,
    rows: [
      ["", "requests/s", "callsigns/s", "p50 ms", "p99 ms"],
      [
        "2 connections",
        perSecond.toFixed(1),
        Math.round(perSecond * planes).toLocaleString("en"),
        "",
        "",
      ],
      [`${steadyPerSecond} requests/s offered`, "", "", p50.toFixed(1), p99.toFixed(1)],
    ],
    figures: { facts, perSecond, p50, p99 },
  };
}

async function ask(
  url: string,
  callsigns: number,
  {
    seconds,
    connections,
    overallRate,
  }: { seconds: number; connections: number; overallRate?: number },
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(overallRate !== undefined && { overallRate }),
    requests: Array.from({ length: requests }, (_, n) => ({
      method: "POST" as const,
      path: "/api/0/routeset",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        planes: Array.from({ length: planes }, (__, index) => ({
          callsign: `UAL${((n * planes + index) * 7_919) % callsigns}`,
          lat: 40,
          lng: -90,
        })),
      }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`routeset: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return result;
}

/** Fills facts of flights of the last 50 days, two a day of each callsign, with the evidence of a real one, and counts routes. */
async function fillFacts(sql: Sql, facts: number): Promise<void> {
  await sql`
    insert into flight_facts (flight_id, callsign, flown_on, departure, destination, sure, evidence, first_at, last_at)
    select gen_random_uuid(), 'UAL' || n / ${flightsOfACallsign}, at::date, 'KSFO', code, 0.9,
      jsonb_build_object('departure', jsonb_build_array(evidence || '{"value":"KSFO"}'),
        'destination', jsonb_build_array(evidence || jsonb_build_object('value', code))),
      at - interval '3 hours', at
    from (
      select n, (array['KJFK', 'EGLL', 'KBOS', 'RJTT'])[n % 4 + 1] as code,
        now() - n % ${flightsOfACallsign} * interval '12 hours' as at
      from generate_series(0, ${facts - 1}::bigint) as n
    ) as flights cross join (
      select jsonb_build_object('sure', 0.9, 'transmissions', 6, 'stations', 2, 'firstAt', '2026-01-01T00:00:00.000Z',
        'lastAt', '2026-01-01T00:00:00.000Z', 'learntAt', '2026-01-01T00:00:00.000Z',
        'messageIds', jsonb_build_array(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()),
        'stationIds', jsonb_build_array(1, 2)) as evidence
    ) as one`;
  await sql`
    insert into usual_routes
    select callsign, departure, destination, count(*), '{4,4,4,4,4,4,1}', max(flown_on)
    from flight_facts group by 1, 2, 3`;
  await sql`vacuum analyze flight_facts`;
  await sql`vacuum analyze usual_routes`;
}
