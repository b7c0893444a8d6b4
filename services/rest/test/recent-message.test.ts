import { MessageIds } from "@jetwire/protocol";
import { createKeys, type RedisConnection } from "@jetwire/redis";
import { openTestRedis, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let redis: RedisConnection;

beforeAll(async () => {
  rest = await startRest();
  redis = await openTestRedis(rest.database.redisUrl);
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await rest[Symbol.asyncDispose]();
});

async function append(partition: number, json: string): Promise<void> {
  const stream = createKeys(rest.database.namespace).stream(partition);
  await redis.xadd(
    stream,
    "*",
    "v",
    "1",
    "p",
    "a:1",
    "n",
    "1",
    "s",
    "1",
    "m",
    json,
    "l",
    "{}",
    "r",
    "{}",
  );
}

test("R-08: a message that was just pushed and isn't stored yet is read from its stream", async () => {
  const message = testMessage({ id: new MessageIds(() => Date.now()).next(3) });
  // Another reception of the same transmission carries the id as its groupId.
  await append(3, JSON.stringify(testMessage({ groupId: message.id })));
  for (let i = 0; i < 450; i++) await append(3, JSON.stringify(testMessage()));
  await append(3, JSON.stringify(message));
  const response = await rest.get(`/v1/messages/${message.id}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(message);
});

test("R-08: what is in neither is a 404, an old one without a look into the stream", async () => {
  const unknown = new MessageIds(() => Date.now()).next(3);
  expect((await rest.get(`/v1/messages/${unknown}`)).status).toBe(404);
  const old = testMessage({ id: new MessageIds(() => Date.now() - 120_000).next(3) });
  await append(3, JSON.stringify(old));
  expect((await rest.get(`/v1/messages/${old.id}`)).status).toBe(404);
});
