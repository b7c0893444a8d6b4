import type { Database } from "@jetwire/db";
import { createRedisOpener, openStores, emptyNamespace } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openAirlines } from "../src/dispatch/airlines.ts";

const log = createLogger("test", "silent");

test("airline codes that could not be loaded at the start are loaded as soon as Postgres answers", async () => {
  await using stack = new AsyncDisposableStack();
  const at = stack.use(await createTestDatabase());
  const opener = createRedisOpener(at.redisUrl, log, createMetrics({}));
  const redis = stack.use(await opener.open("append"));
  const { airlineCodes } = openStores(redis, at.namespace);
  stack.defer(() => emptyNamespace(redis, at.namespace));
  let isAvailable = false;
  const database: Pick<Database, "withQueryDeadline"> = {
    withQueryDeadline: async (work, ms) => {
      if (!isAvailable) throw new Error("Postgres does not answer");
      return await at.database.withQueryDeadline(work, ms);
    },
  };

  const airlines = await openAirlines(database, airlineCodes, log);
  expect(airlines.codes().size).toBe(0);
  const stop = new AbortController();
  const running = airlines.run(stop.signal);
  isAvailable = true;
  await until("the codes to be loaded", () => airlines.codes().get("UA") === "UAL");
  await until("their copy", async () => (await airlineCodes.read()).get("UA") === "UAL");
  stop.abort();
  await running;
});
