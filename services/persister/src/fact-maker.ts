import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { backOffMs, type Logger, type Metrics, pause } from "@jetwire/runtime";

/** Messages of a flight come in groups: what follows within this time is read with them. */
const waitMs = 1_000;
/** The longest pause after failures. */
const failedMsMax = 30_000;
/** Flights of one statement, so that none is long. */
const flightsMax = 100;

interface FactMakerOptions {
  readonly queryMsMax: number;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "counter">;
}

/**
 * Makes the facts of flights soon after messages said something new about them. Nothing is lost if it fails: flights stay due,
 * and chores makes what nobody else does.
 *
 * It *waits* → *was noticed* (and pauses, for what comes together) → *makes* what is due, page by page → *waits*, or *was
 * noticed* again if it failed.
 */
export class FactMaker {
  readonly #database;
  readonly #queryMsMax;
  readonly #log;
  readonly #made;
  /** Resolved while there is something new. */
  #noticed = Promise.withResolvers<void>();

  constructor(database: Database, { queryMsMax, log, metrics }: FactMakerOptions) {
    this.#database = database;
    this.#queryMsMax = queryMsMax;
    this.#log = log;
    this.#made = metrics.counter({
      name: "jetwire_persister_flight_facts_total",
      help: "Flights whose facts were made of their messages",
    });
    this.notice();
  }

  /** Called when there is something new. */
  notice(): void {
    this.#noticed.resolve();
  }

  /** Works until the signal; also once at the start, for what a killed process has left. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.notice(), { once: true });
    let failures = 0;
    while (!signal.aborted) {
      await this.#noticed.promise;
      await pause(failures === 0 ? waitMs : backOffMs(failures, waitMs, failedMsMax), signal);
      if (signal.aborted) return;
      this.#noticed = Promise.withResolvers<void>();
      try {
        await this.#makeAll(signal);
        failures = 0;
      } catch (error) {
        failures++;
        this.#log.warn(
          { err: error },
          "the facts of flights could not be made; they are tried again",
        );
        this.notice();
      }
    }
  }

  async #makeAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const done = await this.#database.withQueryDeadline(
        (sql) => db.flightFacts.makeDue(sql, flightsMax),
        this.#queryMsMax,
      );
      this.#made.inc(done);
      if (done < flightsMax || signal.aborted) return;
    }
  }
}
