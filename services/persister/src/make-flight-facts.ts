import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { backOffMs, type Logger, type Metrics, pause } from "@jetwire/runtime";

/** Messages of a flight come in groups: what follows within this time is read with them. */
const waitMs = 1_000;
/** The longest pause after failures. */
const failedMsMax = 30_000;
/** Flights of one statement, so that none is long. */
const flightsMax = 100;

/** Makes the facts of flights soon after messages said something new about them. */
export interface FactMaker {
  /** Called when there is something new. */
  notice(): void;
  /** Works until the signal; also once at the start, for what a killed process has left. */
  run(signal: AbortSignal): Promise<void>;
}

/** Nothing is lost if it fails: flights stay due, and chores makes what nobody else does. */
export function createFactMaker(
  database: Database,
  { queryMsMax, log, metrics }: { queryMsMax: number; log: Logger; metrics: Metrics },
): FactMaker {
  const made = metrics.counter({
    name: "jetwire_persister_flight_facts_total",
    help: "Flights whose facts were made of their messages",
  });
  let noticed = Promise.withResolvers<void>();
  noticed.resolve();

  async function makeAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const done = await database.withQueryDeadline(
        (sql) => db.flightFacts.makeDue(sql, flightsMax),
        queryMsMax,
      );
      made.inc(done);
      if (done < flightsMax || signal.aborted) return;
    }
  }

  return {
    notice: () => noticed.resolve(),
    async run(signal) {
      signal.addEventListener("abort", () => noticed.resolve(), { once: true });
      let failures = 0;
      while (!signal.aborted) {
        await noticed.promise;
        await pause(failures === 0 ? waitMs : backOffMs(failures, waitMs, failedMsMax), signal);
        if (signal.aborted) return;
        noticed = Promise.withResolvers<void>();
        try {
          await makeAll(signal);
          failures = 0;
        } catch (error) {
          failures++;
          log.warn({ err: error }, "the facts of flights could not be made; they are tried again");
          noticed.resolve();
        }
      }
    },
  };
}
