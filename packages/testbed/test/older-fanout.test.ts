import { setTimeout as pause } from "node:timers/promises";
import { openStores, type ProcessStore, type RedisConnection } from "@jetwire/redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, openTestRedis, postLines, until } from "../src/index.ts";
import { createEventCheck } from "./conformance/event-check.ts";
import { type ServiceUnderTest, startService } from "./conformance/service-under-test.ts";

/** The report of a fanout of a release before watches: it has no figure of them. */
const older: Parameters<ProcessStore["report"]>[0] = {
  service: "fanout",
  id: "older",
  replica: "host/1/older",
  number: 7,
  version: "0.0.9",
  startedAt: new Date().toISOString(),
  ready: true,
  problems: [],
  memoryBytes: 1,
  figures: {},
};

let service: ServiceUnderTest;
let redis: RedisConnection;
beforeAll(async () => {
  service = await startService(1, createEventCheck());
  redis = await openTestRedis(service.deployment.redisUrl, "append");
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test("while an older fanout runs a watch is refused, and one that is open reports a gap, before and after", async () => {
  const { processes } = openStores(redis, service.deployment.namespace);
  const feeder = await service.addFeeder(1);
  const send = async (text: string) =>
    await postLines(service.deployment, [acarsdecLine(feeder.station.ident, text)]);
  const client = service.connect(0, { auth: { apiKey: feeder.apiKey } });
  await client.receive("feed:authenticated");
  const filter = { tail: "N101AB" };
  client.socket.emit("messages:watch:start", { filter });
  await client.receive("messages:watch:started");

  await processes.report(older);
  await client.receive("messages:watch:gap");
  client.socket.emit("messages:watch:start", { filter: { tail: "N202CD" } });
  const { message } = await client.receive("error");
  expect(message).toContain("Watches are not available during an upgrade");

  await processes.leave(older.replica);
  await client.receive("messages:watch:gap", () => true, { nth: 2 });
  await send("AFTER THE UPGRADE");
  const received = await client.receive("messages:watch:message");
  expect(received.message.text).toBe("AFTER THE UPGRADE");
  const started = () => client.payloads("messages:watch:started").length;
  const answers = () => started() + client.payloads("error").length;
  await until("a watch to be accepted", async () => {
    const before = answers();
    client.socket.emit("messages:watch:start", { filter: { tail: "N202CD" } });
    await until("its answer", () => answers() > before);
    // An account may begin 200 watches an hour, refused ones among them.
    await pause(500);
    return started() === 2;
  });
}, 60_000);
