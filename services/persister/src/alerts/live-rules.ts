import * as db from "@jetwire/db";
import type { Database, Sql } from "@jetwire/db";
import { every, type Logger } from "@jetwire/runtime";
import { FilterIndex } from "@jetwire/protocol";
import { compileRule, type CompiledRule } from "./compiled-rule.ts";

const lookMs = 5_000;
/** Airlines change seldom, and rules are compiled with their codes. */
const compileMsMax = 10 * 60_000;
const firstLoadMsMax = 5_000;
const queryMsMax = 10_000;

/** The rules of messages as they are now, and whose hidden stations there are. */
export type LiveRules = ReturnType<typeof createLiveRules>;

/** Follows the rules of messages. A change takes effect within seconds. */
export function createLiveRules(database: Database, log: Logger) {
  let index = new FilterIndex<CompiledRule>([]);
  let hidden = new Map<number, string | null>();
  let version = "";
  let compiledMs = Number.NEGATIVE_INFINITY;
  const first = Promise.withResolvers<void>();

  async function query<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return await database.withQueryDeadline(work, queryMsMax);
  }

  async function load(): Promise<void> {
    const found = await query(db.alerts.messageRulesVersion);
    const stations = await query(db.messages.listHiddenStations);
    hidden = new Map(stations.map(({ id, accountId }) => [id, accountId]));
    if (found !== version || performance.now() - compiledMs > compileMsMax) {
      const rules = await query(db.alerts.loadMessageRules);
      const codes = await query(db.airlines.loadCodes);
      index = new FilterIndex(rules.map((rule) => compileRule(rule, codes)));
      version = found;
      compiledMs = performance.now();
    }
    first.resolve();
  }

  return {
    /** Resolves when rules were loaded for the first time, or after some seconds. */
    async ready(): Promise<void> {
      const late = AbortSignal.timeout(firstLoadMsMax);
      await Promise.race([
        first.promise,
        new Promise((resolve) => late.addEventListener("abort", resolve, { once: true })),
      ]);
      first.resolve();
    },
    index: (): FilterIndex<CompiledRule> => index,
    /** Whether messages of a station may be shown to an account. */
    isShown(stationId: number, accountId: string): boolean {
      const owner = hidden.get(stationId);
      return owner === undefined || owner === accountId;
    },
    /** Follows changes until aborted. */
    run: (signal: AbortSignal): Promise<void> =>
      every(lookMs, load, { signal, log, task: "load alert rules" }),
  };
}
