import { Streams } from "@jetwire/protocol";
import {
  countHeard,
  createHeldCounts,
  createKeys,
  heldViewers,
  writeFirehoseRule,
} from "@jetwire/redis";
import { openTestRedis } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("R-32: /v1/streams tells fraction, budget, traffic and viewers of all gateways, with a key", async () => {
  await using rest = await startRest();
  const { redisUrl, namespace } = rest.database;
  await using redis = await openTestRedis(redisUrl);
  const keys = createKeys(namespace);

  expect((await fetch(`${rest.url}/v1/streams`)).status).toBe(401);
  const idle = Streams.parse(await (await rest.get("/v1/streams")).json());
  expect(idle.firehose).toEqual({
    fraction: null,
    eventsPerSecondMax: null,
    eventsPerSecond: 0,
    transmissionsPerSecond: 0,
    viewers: 0,
  });

  const gateways = [createHeldCounts(redis, keys), createHeldCounts(redis, keys)] as const;
  for (let n = 0; n < 3; n++) await gateways[n % 2 === 0 ? 0 : 1].take(heldViewers, 100);
  await writeFirehoseRule(redis, keys, { fraction: 0.25, eventsPerSecondMax: 50 });
  await countHeard(redis, keys, 200, 50);
  const { firehose } = Streams.parse(await (await rest.get("/v1/streams")).json());
  expect(firehose).toMatchObject({ fraction: 0.25, eventsPerSecondMax: 50, viewers: 3 });
  gateways[0].giveBack(heldViewers);
  const viewers = async () =>
    Streams.parse(await (await rest.get("/v1/streams")).json()).firehose.viewers;
  await expect.poll(viewers).toBe(2);
  expect((await rest.get("/v1/streams?x=1")).status).toBe(400);
});
