import { checkDurability, type Database } from "@jetwire/db";
import { type Logger, retryUntil } from "@jetwire/runtime";

/**
 * Waits until Postgres answers.
 *
 * @throws Error if its settings allow it to lose what it has committed.
 */
export async function waitUntilDurable(
  database: Database,
  queryMsMax: number,
  log: Logger,
): Promise<void> {
  const answers = async () => {
    const answer = await database.answers();
    if (answer !== true) throw new Error(answer);
  };
  await retryUntil(answers, { task: "connect to Postgres", retryMsMax: 2_000, log });
  await database.withQueryDeadline(checkDurability, queryMsMax);
}
