import { openStores, emptyNamespace } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { followStationAccess } from "../src/admission/station-access.ts";

const log = createLogger("test", "silent");
const unavailable = {
  withQueryDeadline: () => Promise.reject(new Error("Postgres is unavailable")),
};

test("an ingest that starts without Postgres knows the stations, also after Redis was emptied", async () => {
  await using at = await createTestDatabase();
  await using redis = await openTestRedis(at.redisUrl);
  const { stationAccess } = openStores(redis, at.namespace);
  let nowMs = 0;
  const running = followStationAccess(at.database, stationAccess, log, () => nowMs);
  await running.load();
  await emptyNamespace(redis, at.namespace);
  nowMs += 60_000;
  await running.load();
  const started = followStationAccess(unavailable, stationAccess, log);
  await started.load();
  expect(started.check("SOME-STATION", [])).toBe("keyless");
});
