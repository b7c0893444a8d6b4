import { MessageIds } from "@jetwire/protocol";
import { startTcpProxy, withPort } from "@jetwire/testbed";
import { expect, inject, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("R-18: with Postgres hanging requests get a 503 in time, and it recovers by itself", async () => {
  const { hostname, port } = new URL(inject("postgresUrl"));
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  await using rest = await startRest({}, "unlimited", (url) => withPort(url, proxy.port));
  expect((await rest.get("/v1/messages")).status).toBe(200);
  proxy.freeze();
  const began = performance.now();
  const response = await rest.get("/v1/messages");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await response.json()).toMatchObject({ code: "unavailable" });
  expect(performance.now() - began).toBeLessThan(8_000);
  const status = await (await fetch(`${rest.url}/v1/status`)).json();
  expect(status).toMatchObject({ postgres: false, redis: true });
  const recent = new MessageIds(() => Date.now()).next(0);
  expect((await rest.get(`/v1/messages/${recent}`)).status).toBe(503);
  // Not ready, it would get no requests any more: nobody would read that Postgres does not answer.
  await expect
    .poll(() => rest.readiness(), { timeout: 10_000 })
    .toMatchObject({ ready: true, alarms: { postgres: expect.stringContaining("answer") } });
  await proxy.recover();
  await expect
    .poll(async () => (await rest.get("/v1/messages")).status, { timeout: 5_000, interval: 100 })
    .toBe(200);
  await expect.poll(async () => (await rest.readiness()).alarms, { timeout: 10_000 }).toEqual({});
});
