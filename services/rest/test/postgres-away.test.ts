import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { createMessageIds } from "@jetwire/protocol";
import { expect, inject, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

/** Stands between the service and Postgres; `freeze` lets nothing through any more. */
async function postgresProxy() {
  const target = new URL(inject("postgresUrl"));
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    if (frozen) return;
    const upstream = connect(Number(target.port || 5432), target.hostname);
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("R-18: with Postgres hanging requests get a 503 in time, and it recovers by itself", async () => {
  await using proxy = await postgresProxy();
  await using rest = await startRest({}, "unlimited", (url) => {
    const through = new URL(url);
    through.port = String(proxy.port);
    return through.href;
  });
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
  const recent = createMessageIds(() => Date.now()).next(0);
  expect((await rest.get(`/v1/messages/${recent}`)).status).toBe(503);
  proxy.thaw();
  await expect
    .poll(async () => (await rest.get("/v1/messages")).status, { timeout: 20_000, interval: 200 })
    .toBe(200);
});
