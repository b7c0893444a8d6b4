import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

function fedTo(client: Client): unknown[] {
  return client.events.filter(([event]) => event === "feed:message").map(([, message]) => message);
}

test("R-26, R-27: every message appended after feed:authenticated comes once, in order, on every gateway", async () => {
  const feeder = await rig.feeder("FF-ONE");
  await rig.append(feeder.accountId, testMessage({ text: "before" }));
  const auth = { apiKey: feeder.apiKey };
  const clients = [
    rig.connect(rig.gateways[0], { auth }),
    rig.connect(rig.gateways[0], { auth }),
    rig.connect(rig.gateways[1], { auth }),
  ];
  await Promise.all(clients.map((client) => client.next("feed:authenticated")));
  const messages = Array.from({ length: 250 }, (_, i) =>
    testMessage({ text: `text ${i} ☃\u0001` }),
  );
  for (let i = 0; i < messages.length; i += 10) {
    await rig.append(feeder.accountId, ...messages.slice(i, i + 10));
  }
  await Promise.all(clients.map((client) => client.next("feed:message", messages.length)));
  for (const client of clients) {
    expect(fedTo(client)).toEqual(messages);
    expect(client.events[0]?.[0]).toBe("feed:authenticated");
    expect(client.events.every((event) => event.length === 2)).toBe(true);
  }
});

test("R-26: a message appended at the moment feed:authenticated arrives is delivered", async () => {
  const feeder = await rig.feeder("FF-MOMENT");
  const client = rig.connect(rig.gateways[0], { auth: { apiKey: feeder.apiKey } });
  await client.next("feed:authenticated");
  const message = testMessage();
  await rig.append(feeder.accountId, message);
  expect(await client.next("feed:message")).toEqual([message]);
});

test("R-29, A-20: no message of another account's feed is delivered", async () => {
  const [one, other] = [await rig.feeder("FF-MINE"), await rig.feeder("FF-OTHERS")];
  const client = rig.connect(rig.gateways[0], { auth: { apiKey: one.apiKey } });
  await client.next("feed:authenticated");
  const mine = testMessage();
  await rig.append(other.accountId, testMessage());
  await rig.append(one.accountId, mine);
  await client.next("feed:message");
  expect(fedTo(client)).toEqual([mine]);
});

test("F-40: messages appended while the gateway receives no announcements are delivered as well", async () => {
  const feeder = await rig.feeder("FF-DEAF");
  const client = rig.connect(rig.gateways[0], { auth: { apiKey: feeder.apiKey } });
  await client.next("feed:authenticated");
  await rig.redis.call("CLIENT", "KILL", "TYPE", "pubsub");
  const messages = Array.from({ length: 20 }, () => testMessage());
  await rig.append(feeder.accountId, ...messages);
  await client.next("feed:message", messages.length);
  expect(fedTo(client)).toEqual(messages);
});
