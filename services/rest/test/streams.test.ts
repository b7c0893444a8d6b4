import { Streams } from "@jetwire/protocol";
import { openStores, sniffingQuota } from "@jetwire/redis";
import { openTestRedis } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("R-32: /v1/streams returns fraction, budget, traffic and viewers of all gateways, with a key", async () => {
  await using rest = await startRest();
  const { redisUrl, namespace } = rest.database;
  await using redis = await openTestRedis(redisUrl);
  const { firehose: store, quotas } = openStores(redis, namespace);

  expect((await fetch(`${rest.url}/v1/streams`)).status).toBe(401);
  const idle = Streams.parse(await (await rest.get("/v1/streams")).json());
  expect(idle.firehose).toEqual({
    fraction: null,
    eventsPerSecondMax: null,
    eventsPerSecond: 0,
    transmissionsPerSecond: 0,
    viewers: 0,
  });

  const gateways = [quotas.join(), quotas.join()] as const;
  for (let n = 0; n < 3; n++) await gateways[n % 2 === 0 ? 0 : 1].reserve(sniffingQuota, 100);
  await store.setRule({ fraction: 0.25, eventsPerSecondMax: 50 });
  await store.countTraffic(200, 50);
  const { firehose } = Streams.parse(await (await rest.get("/v1/streams")).json());
  expect(firehose).toMatchObject({ fraction: 0.25, eventsPerSecondMax: 50, viewers: 3 });
  gateways[0].release(sniffingQuota);
  const viewers = async () =>
    Streams.parse(await (await rest.get("/v1/streams")).json()).firehose.viewers;
  await expect.poll(viewers).toBe(2);
  expect((await rest.get("/v1/streams?x=1")).status).toBe(400);
});
