import { startTcpProxy, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";
import { ask, createUsers, payloads, waitUntilDelivered, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
});
afterAll(() => rig[Symbol.asyncDispose]());

test("F-61: what Redis could not carry comes from Postgres, once, in both directions", async () => {
  const { hostname, port } = new URL(rig.database.redisUrl);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const environment = { SESSION_CHECK_SECONDS: "0.2" };
  const near = await rig.startGateway(environment);
  const cutOff = await rig.startGateway({
    ...environment,
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    REDIS_LIMITER_MS_MAX: "150",
  });
  const [alice, bob] = [await users.add(), await users.add()];
  const [atNear, atCutOff] = [await alice.signIn(near), await bob.signIn(cutOff)];
  await waitUntilDelivered(atNear, alice, atCutOff, bob);

  await proxy.refuse();
  const there = await ask(atNear, "chat:message:send", { recipientId: bob.userId, body: "there" });
  expect(there).toMatchObject({ ok: true });
  await until("the message", () => payloads(atCutOff, "chat:message:new").length === 2);
  const back = await ask(atCutOff, "chat:message:send", {
    recipientId: alice.userId,
    body: "and back",
  });
  expect(back).toMatchObject({ ok: true });
  await until("the answer", () => payloads(atNear, "chat:message:new").length === 3);
  expect(atCutOff.socket.connected).toBe(true);

  await proxy.recover();
  await until("the user to be online again", async () => {
    const online = await rig.redis.hexists(rig.keys.presence.counts, bob.userId);
    return online === 1;
  });
  await waitUntilDelivered(atNear, alice, atCutOff, bob);
  for (const client of [atNear, atCutOff]) {
    await until("its messages", () => payloads(client, "chat:message:new").length >= 4);
    const ids = payloads(client, "chat:message:new").map(
      (message) => (message as { id: string }).id,
    );
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  }
  expect(await cutOff.metrics.text()).toMatch(/chat_messages_recovered_total [12]/);
});
