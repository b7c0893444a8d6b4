import { startTcpProxy, until, withPort } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openRig } from "./rig.ts";

const waitMsMax = 30_000;

function serverOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

test("a gateway without Redis and Postgres stays ready, keeps its connections and accepts others", async () => {
  await using rig = await openRig();
  const { redisUrl, url } = rig.database;
  await using redis = await startTcpProxy(serverOf(redisUrl));
  await using postgres = await startTcpProxy(serverOf(url));
  const gateway = await rig.startGateway({
    REDIS_URL: withPort(redisUrl, redis.port),
    DATABASE_URL: withPort(url, postgres.port),
    REDIS_LIMITER_MS_MAX: "150",
  });
  const { health, metrics } = gateway;
  const client = rig.connect(gateway);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  expect(await health.readiness()).toMatchObject({ ready: true, alarms: {} });

  await Promise.all([redis.refuse(), postgres.refuse()]);
  const alarmed = async () => (await health.readiness()).alarms["redis"];
  await until("the alarm", async () => (await alarmed())?.includes("does not answer"), waitMsMax);
  expect(await metrics.text()).toMatch(/^jetwire_alarm\{name="redis"\} 1$/m);
  expect((await health.readiness()).ready).toBe(true);
  expect(client.socket.connected).toBe(true);
  const later = rig.connect(gateway);
  await until("another client", () => later.socket.connected, waitMsMax);

  await Promise.all([redis.recover(), postgres.recover()]);
  await until("the end of the alarm", async () => (await alarmed()) === undefined, waitMsMax);
  expect(client.socket.connected).toBe(true);
}, 120_000);
