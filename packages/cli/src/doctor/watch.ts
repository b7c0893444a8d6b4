import { type HealthFacts, measureHealth } from "@jetwire/health";
import { openStores } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import { openCommandDatabase, openRedis } from "../connections.ts";
import type { Servers } from "../servers.ts";
import { type DoctorFinding, doctorFindingsOf } from "./text.ts";

/** A fault that begins with a new version must show within this time, ms. */
const graceMs = 45_000;
const everyMs = 1_000;
const measureMsMax = 5_000;

/** The wishes of somebody who waits. */
export interface WatchWishes {
  /** The time for which the service must be well without an interruption, ms; 0 looks once. */
  readonly forMs: number;
  /** Names of checks that do not count. */
  readonly except: readonly string[];
}

/** Measures, and passes the time; tests pass their own. */
export interface Measuring {
  readonly measure: () => Promise<HealthFacts>;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Waits until no critical check has failed for some time, and a canary message of that time has arrived if any are sent.
 * Returns what is wrong if that takes 45 s longer than it must; an empty list if all is well.
 */
export async function watchHealth(
  { forMs, except }: WatchWishes,
  sources: Measuring,
): Promise<DoctorFinding[]> {
  let beganMs: number | null = null;
  let wellSinceMs: number | null = null;
  for (;;) {
    const facts = await sources.measure();
    const { nowMs, canaryRuns } = facts;
    beganMs ??= nowMs;
    const from: number = wellSinceMs ?? nowMs;
    const fresh = canaryRuns.filter(({ sentAt }) => Date.parse(sentAt) >= (beganMs ?? nowMs));
    const ofCanary = except.includes("canary") ? [] : canaryFindings(fresh);
    const wrong = [
      ...doctorFindingsOf(facts).filter(({ check }) => check !== "canary" || ofCanary.length === 0),
      ...ofCanary,
    ].filter(({ severity, check }) => severity === "critical" && !except.includes(check));
    if (forMs === 0) return wrong;
    wellSinceMs = wrong.length > 0 ? null : from;
    const arrived = fresh.some(
      ({ sentAt, problem }) => problem === null && Date.parse(sentAt) >= from,
    );
    const isProven = arrived || canaryRuns.length === 0 || except.includes("canary");
    if (wellSinceMs !== null && nowMs - wellSinceMs >= forMs && isProven) return [];
    if (nowMs - beganMs > forMs + graceMs) return wrong.length > 0 ? wrong : [noCanary];
    await sources.pause(everyMs);
  }
}

/** Returns a finding if the newest canary message failed. */
function canaryFindings([newest]: HealthFacts["canaryRuns"]): DoctorFinding[] {
  if (newest === undefined || newest.problem === null) return [];
  return [{ ...noCanary, what: `The last test message failed: ${newest.problem}` }];
}

const noCanary: DoctorFinding = {
  check: "canary",
  severity: "critical",
  what: "No test message has arrived",
  todo: "look at the logs of the service that was started last",
  alert: "JetwireCanaryLost",
};

/** Watches the servers of a deployment. */
export async function watchServers(
  servers: Servers,
  wishes: WatchWishes,
): Promise<DoctorFinding[]> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openCommandDatabase(servers));
  const { redisUrl, namespace, partitions } = servers;
  const redis = redisUrl === null ? null : stack.use(await openRedis(redisUrl));
  const stores = redis && openStores(redis, namespace);
  const sources = { database, replica: null, redis, stores, partitions };
  const measure = async () => await measureHealth(sources, measureMsMax);
  return await watchHealth(wishes, { measure, pause });
}
