import { type Database, deleteFeedLogRemovals, listFeedLogRemovals } from "@jetwire/db";
import type { Stores } from "@jetwire/redis";

/** Removing a message may have to search its log. */
const batchMax = 100;
const queryMsMax = 5_000;

/** Removes messages that were redacted from the feed logs of their owners, at most a hundred. */
export async function removeRedacted(
  database: Pick<Database, "withQueryDeadline">,
  feedLogs: Stores["feedLogs"],
): Promise<void> {
  const removals = await database.withQueryDeadline(
    (sql) => listFeedLogRemovals(sql, batchMax),
    queryMsMax,
  );
  if (removals.length === 0) return;
  for (const { accountId, messageId } of removals) await feedLogs.of(accountId).remove(messageId);
  await database.withQueryDeadline((sql) => deleteFeedLogRemovals(sql, removals), queryMsMax);
}
