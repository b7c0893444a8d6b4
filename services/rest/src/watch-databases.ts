import { type AlarmTargets, createAlarm, every } from "@jetwire/runtime";
import type { Databases } from "./database-reader.ts";

const watchMs = 2_000;
/** A request waits for Postgres this long, too: a pool that is busy for less is no outage. */
const answerMsMax = 2_500;

/**
 * Shows databases that do not answer as the alarms `postgres` and `postgres-replica`, until the signal aborts.
 * The process stays ready: it answers 503 itself to requests that need them, and all others as always.
 */
export async function watchDatabases(
  { primary, replica }: Pick<Databases, "primary" | "replica">,
  targets: AlarmTargets,
  signal: AbortSignal,
): Promise<void> {
  const watched = [
    { name: "postgres", database: primary, effect: "requests are answered 503" },
    { name: "postgres-replica", database: replica, effect: "lists and messages are answered 503" },
  ];
  await Promise.all(
    watched.map(async ({ name, database, effect }) => {
      if (database === null) return;
      const alarm = createAlarm(name, targets);
      const check = async () => {
        const answer = await database.answers(answerMsMax);
        if (answer === true) alarm.clear();
        else alarm.raise(`it does not answer, ${effect}: ${answer}`);
      };
      await every(watchMs, check, { signal, log: targets.log, task: `watch ${name}` });
    }),
  );
}
