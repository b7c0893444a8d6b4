import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import type { MessageStreams } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";

const batchMax = 100;
const redisMsMax = 5_000;

/** Puts dead letters back into the stream for which operators have asked, at most a hundred. */
export async function retryDeadLetters(
  run: RunQueries,
  streams: Pick<MessageStreams, "requeue">,
): Promise<void> {
  const append: typeof streams.requeue = (...entry) =>
    withDeadline(streams.requeue(...entry), redisMsMax, "Redis");
  await db.deadLetters.retryAsked(run, append, batchMax);
}
