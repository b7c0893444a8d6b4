import * as db from "@jetwire/db";
import type { FactsRebuilt } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering, Call } from "../command.ts";
import { withOpenDatabase } from "../connections.ts";
import { showProgress } from "../progress.ts";

const Options = z.object({
  since: z.iso
    .datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
    .default("1970-01-01T00:00:00Z"),
});
/** Flights of one statement, so that none is long. */
const flightsMax = 200;
/** Changes whose routes one statement counts. */
const changesMax = 2_000;

const examples = `
Makes the facts of flights (route, times, and the messages that report them) again of their stored messages, and counts the
usual routes of their callsigns. Facts of flights whose messages have expired stay. It may be stopped and repeated: nothing
is lost, and services go on meanwhile.

Examples:
  jetwire facts rebuild
  jetwire facts rebuild --since 2026-01-31T00:00:00Z`;

/** Adds `jetwire facts`. */
export function addFactsCommands(program: Command, answering: Answering): void {
  program
    .command("facts")
    .description("Manage what is known of flights")
    .command("rebuild")
    .option("--since <time>", "Only flights first received at or after this time (default: all)")
    .description("Make the facts of flights again of their stored messages")
    .addHelpText("after", examples)
    .action(answering(rebuild));
}

async function rebuild(call: Call) {
  const { since } = call.options(Options);
  return await withOpenDatabase(call.servers(), async (run) => {
    const total = await run((sql) => db.flightFacts.countFlights(sql, since));
    using progress = showProgress(call.terminal.stderr, total, "flights");
    let flights = 0;
    let last: string | null = null;
    do {
      const after: string | null = last;
      const batch: FactsRebuilt = await run((sql) =>
        db.flightFacts.rebuild(sql, { since, after, flightsMax }),
      );
      ({ last } = batch);
      flights += batch.flights;
      progress.update(flights, flights);
    } while (last !== null);
    while ((await run((sql) => db.flightFacts.learn(sql, changesMax))) === changesMax);
    const text = `The facts of ${flights} flights are made, and their routes counted`;
    return { value: { flights }, text };
  });
}
