import { once } from "node:events";
import { Agent, get } from "node:http";
import type { IncomingMessage } from "node:http";
import { createTestDatabase, openHalfRequests, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestReplica, startReplica } from "./rest-under-test.ts";

const attackers = 2_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Asks from an address of loopback, on a connection of its own. */
async function statusFrom({ port }: RestReplica, localAddress: string) {
  const asked = get({
    host: "127.0.0.1",
    port,
    path: "/v1/status",
    localAddress,
    agent: new Agent(),
  });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test("A-11: 2,000 half-open requests of one address leave REST to everybody else", async () => {
  await using rest = await startReplica(database, { REST_CONNECTIONS_MAX: "2000" });
  using attack = await openHalfRequests({ port: rest.port, from: "127.0.0.1" }, attackers);
  for (let n = 0; n < 10; n++) expect(await statusFrom(rest, "127.0.0.2")).toBe(200);
  await until("the refusals", () => attack.open <= 200);
  const metrics = await rest.metrics();
  expect(metrics).toMatch(
    /jetwire_http_connections_refused_total\{server="rest",reason="address"\} 1800\b/,
  );
});

test("a balancer's connections are limited in total only", async () => {
  const bounds = { REST_CONNECTIONS_PER_ADDRESS_MAX: "2", REST_CONNECTIONS_MAX: "20" };
  const proxy = { ...bounds, REST_TRUSTED_PROXIES: "127.0.0.1" };
  await using rest = await startReplica(database, proxy);
  using behind = await openHalfRequests({ port: rest.port, from: "127.0.0.1" }, 10);
  expect(await statusFrom(rest, "127.0.0.1")).toBe(200);
  expect(behind.open).toBe(10);
});

test("A-11: a connection that sends nothing, or half a request, ends in a few seconds and is free again", async () => {
  const bounds = { REST_CONNECTIONS_PER_ADDRESS_MAX: "2" };
  await using rest = await startReplica(database, bounds);
  const target = { port: rest.port, from: "127.0.0.1" };
  using half = await openHalfRequests(target, 1);
  using silent = await openHalfRequests(target, 1, "");
  await expect(statusFrom(rest, "127.0.0.1")).rejects.toThrow("socket hang up");
  await until("their ends", () => half.open + silent.open === 0, 30_000);
  // REST counts a connection until it has seen the end itself.
  await expect.poll(() => statusFrom(rest, "127.0.0.1").catch(() => "refused")).toBe(200);
});
