import { createSemaphore } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, testMessage } from "@jetwire/testbed";
import { openStores } from "@jetwire/redis";
import { expect, test } from "vitest";
import { createFeedHistory } from "../src/feed/feed-history.ts";

const links = { first: true, skewed: false, icao: null, flightKey: null };

test("R-30: a replay waits until Postgres has what the log has, though fanout has not acknowledged it yet", async () => {
  await using database = await createTestDatabase();
  await using redis = await openTestRedis(database.redisUrl, "append");
  const stores = openStores(redis, database.namespace);
  const { keys, streams, feedLogs } = stores;
  const message = testMessage();
  await streams.append(0, { name: "p:1", knownLast: 0 }, [{ seq: 1, message, links, raw: "{}" }]);
  for (const group of ["fanout", "persister"]) {
    await redis.xgroup("CREATE", keys.stream(0), group, "0");
  }
  const accountId = "an-account";
  await feedLogs.of(accountId).append(
    [
      {
        stationId: message.stationId,
        messageId: message.id,
        messageJson: JSON.stringify(message),
      },
    ],
    { entriesMax: 100, ageMsMax: 3_600_000 },
  );
  const history = createFeedHistory(accountId, {
    stores,
    query: async (work) => await work(database.database.sql),
    queries: createSemaphore(1, { waitingMax: 1, what: "a test" }),
    partitions: 1,
  });
  const cutover = await history.readCutover();
  expect(await history.isStoredUpTo(cutover)).toBe(false);
  const [last] = await redis.xrevrange(keys.stream(0), "+", "-", "COUNT", 1);
  await redis.xgroup("SETID", keys.stream(0), "persister", last?.[0] ?? "");
  expect(await history.isStoredUpTo(cutover)).toBe(true);
}, 30_000);
