import { startInstance } from "@jetwire/launcher";
import { FlightRoute } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { runNetwork } from "@jetwire/simulator";
import type { Section } from "../report.ts";
import { seed } from "../simulated-messages.ts";

export interface AccuracyOptions {
  /** How long the simulated network sends. */
  readonly seconds: number;
  /** Receptions a second. */
  readonly rate: number;
  readonly airframes: number;
  readonly portBase: number;
}

const stations = 48;
const planesMax = 100;
const askEveryMs = 250;
const waitMs = 3_000;
const withoutLimits = {
  INGEST_STATION_RATE_MAX: "1000000",
  INGEST_STATION_BURST_MAX: "1000000",
  INGEST_ADDRESS_RATE_MAX: "1000000",
  INGEST_ADDRESS_BURST_MAX: "1000000",
  REST_OPEN_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
};

/** A route as its callsign was answered, by the codes of its airports. */
type Routes = ReadonlyMap<string, string>;

/**
 * Runs a whole instance with a simulated network, whose flights are known, and compares the routes that are answered with them.
 * Meanwhile it asks four times a second for the callsigns that are not known yet: the time from the arrival of the later of
 * the two messages that were needed until the answer has the route is how fresh answers are.
 */
export async function runAccuracy(options: AccuracyOptions): Promise<Section> {
  await using instance = await startInstance(withoutLimits, { portBase: options.portBase });
  const url = instance.ready.rest;
  const truth = new Map<string, string>();
  const ended = new AbortController();
  const [udp = 0] = instance.ready.ingest.udp;
  const sending = runNetwork({
    seed,
    stations,
    ratePerSecond: options.rate,
    airframes: options.airframes,
    targets: [{ transport: "udp", host: "127.0.0.1", port: udp }],
    signal: ended.signal,
    onReception({ truth: { flight } }) {
      if (flight !== null) truth.set(flight.callsign, `${flight.departure}-${flight.destination}`);
    },
  });
  const ages: number[] = [];
  const known = new Set<string>();
  const endMs = performance.now() + options.seconds * 1_000;
  while (performance.now() < endMs) {
    const unknown = [...truth.keys()].filter((callsign) => !known.has(callsign));
    const found = await askRoutes(url, unknown);
    const nowMs = Date.now();
    for (const callsign of found.keys()) {
      known.add(callsign);
      ages.push(nowMs - (await learntMs(url, callsign)));
    }
    await pause(askEveryMs);
  }
  ended.abort();
  await sending;
  await pause(waitMs);
  const answered = await askRoutes(url, [...truth.keys()]);
  const right = [...answered].filter(([callsign, route]) => truth.get(callsign) === route).length;
  const [total, wrong] = [truth.size, answered.size - right];
  const sorted = ages.toSorted((a, b) => a - b);
  const age = (quantile: number) =>
    Math.round(sorted[Math.floor(quantile * (sorted.length - 1))] ?? 0);
  return {
    name: "accuracy",
    heading: `routes of simulated flights after ${options.seconds} s at ${options.rate} receptions/s of ${options.airframes} airframes`,
    rows: [
      [
        "callsigns received",
        "right",
        "wrong",
        "unknown",
        "right of answered",
        "p50 ms",
        "p99 ms to the answer",
      ],
      [
        total,
        right,
        wrong,
        total - answered.size,
        share(right, answered.size),
        age(0.5),
        age(0.99),
      ],
    ],
    figures: { total, right, wrong, ages: sorted },
  };
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Asks as tar1090 does, and returns the routes that are known. */
async function askRoutes(url: string, callsigns: readonly string[]): Promise<Routes> {
  const routes = new Map<string, string>();
  for (let from = 0; from < callsigns.length; from += planesMax) {
    const planes = callsigns.slice(from, from + planesMax).map((callsign) => ({ callsign }));
    const response = await fetch(`${url}/api/0/routeset`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ planes }),
    });
    if (!response.ok) throw new Error(`routeset answered ${response.status}`);
    const answers = (await response.json()) as { callsign: string; airport_codes: string }[];
    for (const { callsign, airport_codes: codes } of answers) {
      if (codes !== "unknown") routes.set(callsign, codes);
    }
  }
  return routes;
}

/** Returns when the later end of a route had been received, Unix ms. */
async function learntMs(url: string, callsign: string): Promise<number> {
  const response = await fetch(`${url}/v1/routes/${callsign}`);
  const { facts } = FlightRoute.parse(await response.json());
  const { departure, destination } = facts?.evidence ?? {};
  const learnt = [departure?.[0]?.learntAt, destination?.[0]?.learntAt];
  return Math.max(...learnt.map((at) => Date.parse(at ?? "")));
}
