import { pause } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { type GatewayProcess, startGatewayProcess } from "./gateway-process.ts";
import { type Client, openRig, type Rig } from "./rig.ts";
import { createUsers, payloads, type User, type Users } from "./signed-in.ts";

interface Update {
  readonly userId: string;
  readonly online: boolean;
}

let rig: Rig;
let users: Users;
let victim: GatewayProcess;
let survivor: GatewayProcess;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  // With the lease and the grace that they have in earnest.
  [victim, survivor] = await Promise.all([startGatewayProcess(rig), startGatewayProcess(rig)]);
});
afterAll(async () => {
  await Promise.all([victim, survivor].map((gateway) => gateway[Symbol.asyncDispose]()));
  await rig[Symbol.asyncDispose]();
});

async function addUsers(count: number): Promise<User[]> {
  return await Promise.all(Array.from({ length: count }, () => users.add()));
}

/** A watcher with the time at which each update came, in ms. */
async function startWatching(): Promise<{ client: Client; updates: (Update & { ms: number })[] }> {
  const [watcher] = await addUsers(1);
  if (watcher === undefined) throw new Error("no user was added");
  const updates: (Update & { ms: number })[] = [];
  const client = await watcher.signIn(survivor);
  client.socket.on("presence:update", (update: Update) => {
    updates.push({ ...update, ms: performance.now() });
  });
  return { client, updates };
}

/** Signs in a few users at a time: how many a busy gateway admits at once is another test's subject. */
async function signInAll(signingIn: readonly User[], gateway: GatewayProcess): Promise<void> {
  for (let n = 0; n < signingIn.length; n += 10) {
    await Promise.all(signingIn.slice(n, n + 10).map((user) => user.signIn(gateway)));
  }
}

function isOffline({ online }: Update): boolean {
  return !online;
}

test("F-62, G22: a gateway killed with 100 users: each goes offline once, within 30 s, and nobody else", async () => {
  onTestFailed(() => console.log(`killed: ${victim.log()}\nother: ${survivor.log()}`));
  const watching = [await startWatching(), await startWatching()];
  const [single, doubled, elsewhere, returning] = [
    await addUsers(70),
    await addUsers(10),
    await addUsers(10),
    await addUsers(10),
  ] as const;
  const all = [...single, ...doubled, ...elsewhere, ...returning];
  await signInAll([...all, ...doubled], victim);
  await signInAll(elsewhere, survivor);
  for (const { updates } of watching) {
    await until("all to have come", () => updates.length >= all.length);
  }

  await victim.kill();
  const killedMs = performance.now();
  const back = returning.map(async (user, n) => {
    // One a second: the first at once, the last just within ten seconds.
    await pause(n * 1_000);
    return await user.signIn(survivor);
  });
  const offline = [...single, ...doubled];
  for (const { updates } of watching) {
    await until(
      "all to be offline",
      () => updates.filter(isOffline).length >= offline.length,
      50_000,
    );
  }
  await Promise.all(back);
  // Two watchers, one tab of each user elsewhere and of each who returned: no lease of the killed gateway is left.
  const left = watching.length + elsewhere.length + returning.length;
  const { leases } = rig.keys.presence;
  await until(
    "the killed gateway's leases to end",
    async () => (await rig.redis.zcard(leases)) === left,
  );

  // The marker's update is sent last: once it has come, so have all the others.
  const [marker] = await addUsers(1);
  await marker?.signIn(survivor);
  for (const { client, updates } of watching) {
    await until("the marker", () => updates.some(({ userId }) => userId === marker?.userId));
    const of = (user: User) =>
      updates.filter(({ userId }) => userId === user.userId).map(({ online }) => online);
    for (const user of offline) expect(of(user)).toEqual([true, false]);
    for (const user of [...elsewhere, ...returning]) expect(of(user)).toEqual([true]);
    expect(payloads(client, "presence:snapshot")).toHaveLength(1);
  }

  const times = watching.flatMap(({ updates }) => updates.filter(isOffline).map(({ ms }) => ms));
  const seconds = (ms: number) => ((ms - killedMs) / 1_000).toFixed(1);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const expected = watching.length * offline.length;
  console.log(
    `gateway with ${all.length} users killed: first offline after ${seconds(first)} s, last after ` +
      `${seconds(last)} s, duplicate events ${times.length - expected}, flapping 0`,
  );
  expect(times).toHaveLength(expected);
  expect(last - killedMs).toBeLessThan(30_000);
}, 90_000);
