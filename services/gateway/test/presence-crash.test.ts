import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";
import { createUsers, payloads, type Users } from "./signed-in.ts";

const leaseSeconds = 2;
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let rig: Rig;
let users: Users;
let victim: ChildProcess;
let port: number;
const times = { PRESENCE_LEASE_SECONDS: String(leaseSeconds), PRESENCE_GRACE_SECONDS: "1" };

beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  port = await freePort();
  victim = spawn(process.execPath, [main], {
    stdio: "ignore",
    env: {
      REDIS_URL: rig.database.redisUrl,
      DATABASE_URL: rig.database.url,
      JETWIRE_NAMESPACE: rig.keys.namespace,
      GATEWAY_PORT: String(port),
      ...times,
    },
  });
});
afterAll(async () => {
  if (victim.exitCode === null && victim.signalCode === null) victim.kill("SIGKILL");
  await rig[Symbol.asyncDispose]();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

test("F-62: a gateway killed with its users: each is gone once, within a lease, and two tabs are one user", async () => {
  const observers = [await rig.startGateway(times), await rig.startGateway(times)];
  const watcher = await users.add();
  const watching = await Promise.all(observers.map((gateway) => watcher.signIn(gateway)));
  const lost = await Promise.all(Array.from({ length: 10 }, () => users.add()));
  await Promise.all(
    [...lost, ...lost].map(async (user) => {
      const client = rig.connect(
        { port },
        {
          auth: { token: await user.token() },
          reconnection: true,
          reconnectionDelay: 100,
          reconnectionDelayMax: 200,
        },
      );
      await client.next("presence:snapshot");
    }),
  );
  victim.kill("SIGKILL");
  await once(victim, "exit");
  const killedMs = performance.now();
  const gone = (client: (typeof watching)[number]) =>
    payloads(client, "presence:update").filter((update) => !(update as { online: boolean }).online);
  for (const client of watching) {
    await until("all to be gone", () => gone(client).length >= lost.length);
  }
  expect(performance.now() - killedMs).toBeLessThan(leaseSeconds * 1_000 + 2_500);
  for (const client of watching) {
    for (const { userId } of lost) {
      const updates = payloads(client, "presence:update").filter(
        (update) => (update as { userId: string }).userId === userId,
      );
      expect(updates).toEqual([
        { userId, online: true },
        { userId, online: false },
      ]);
    }
  }
});
