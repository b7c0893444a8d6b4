import { retryAskedDeadLetters } from "@jetwire/db";
import type { Stores } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";
import type { RunQuery } from "../admission/write-station-counts.ts";

const batchMax = 100;
const redisMsMax = 5_000;

/** Puts dead letters back into the stream for which operators have asked, at most a hundred. */
export async function retryDeadLetters(
  run: RunQuery,
  { requeue }: Pick<Stores["streams"], "requeue">,
): Promise<void> {
  const append: typeof requeue = (...entry) => withDeadline(requeue(...entry), redisMsMax, "Redis");
  await retryAskedDeadLetters(run, append, batchMax);
}
