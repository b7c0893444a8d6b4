import { messageIdFloor } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWatchScene, timeOf, type WatchScene } from "./watch-scene.ts";

let scene: WatchScene;
beforeEach(async () => {
  scene = await openWatchScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const recovered = ["resumed", { recovered: true, replayed: 0 }];
const notRecovered = ["resumed", { recovered: false, replayed: 0 }];
const gapAfter = (after: string | null) => ["gap", { after, oldest: null }];

test("E-02: a client resumes behind a message of the first second of a watch, on another gateway", async () => {
  const first = await scene.openGateway().start();
  const id = await scene.append(first.watch);
  const second = await scene.openGateway().start(id);
  await expect.poll(() => second.sent).toEqual([recovered]);
  const next = await scene.append(second.watch);
  await expect.poll(() => second.has(next)).toBe(true);
  expect(second.has(id)).toBe(false);
});

test("E-02: a client that resumes right after Redis has lost its watch gets a gap", async () => {
  const first = await scene.openGateway().start();
  const id = await scene.append(first.watch);
  await scene.loseRegistrations();
  // The log has the message, and what was not compared with the watch since then is missing.
  const second = await scene.openGateway().start(id);
  await expect.poll(() => second.sent).toEqual([notRecovered, gapAfter(id)]);
});

test("E-02: a second client on the same gateway finds that Redis has lost the watch, for the first one too", async () => {
  const gateway = scene.openGateway();
  const first = await gateway.start();
  const position = messageIdFloor(await scene.nowMs());
  await scene.loseRegistrations();
  const second = await gateway.start(position);
  await expect.poll(() => second.sent).toEqual([notRecovered, gapAfter(position)]);
  await expect.poll(() => first.sent).toEqual([gapAfter(null)]);
});

test("E-02: the position of a client is not after the latest time at which its watch was registered", async () => {
  const gateway = scene.openGateway();
  const { watch, quiet, positions } = await gateway.start();
  const lostMs = await scene.nowMs();
  await scene.loseRegistrations();
  quiet();
  expect(timeOf(watch.position)).toBeLessThanOrEqual(lostMs);
  expect(timeOf(positions[0])).toBeLessThanOrEqual(lostMs);
  expect(timeOf(positions[0])).toBeGreaterThanOrEqual(timeOf(watch.position));
});

test("E-02: a watch whose registration is lost while a client resumes reports a gap to it", async () => {
  const { feedLogs } = scene.stores;
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const gateway = scene.openGateway({
    ...feedLogs,
    async startedMs() {
      const startedMs = await feedLogs.startedMs();
      if (!isFirst) return startedMs;
      isFirst = false;
      reached.resolve();
      await opened.promise;
      return startedMs;
    },
  });
  const { watch } = await gateway.start();
  const id = await scene.append(watch);
  const resuming = gateway.start(id);
  await reached.promise;
  await scene.loseRegistrations();
  // Another client registers it again.
  await gateway.start();
  opened.resolve();
  const client = await resuming;
  await expect.poll(() => client.sent).toEqual([notRecovered, gapAfter(id)]);
});

test("E-02: a watch that Redis has lost is registered again, and its clients get a gap", async () => {
  const gateway = scene.openGateway();
  const { watch, sent } = await gateway.start();
  gateway.run();
  await scene.loseRegistrations();
  await expect.poll(() => sent).toEqual([gapAfter(null)]);
  expect(await scene.stores.watches.ids()).toEqual([watch.watchId]);
});

test("E-02: a message of a station that nobody can look up now comes later", async () => {
  const gateway = scene.openGateway();
  const client = await gateway.start();
  gateway.run();
  const [station] = scene.stations.values();
  scene.stations.clear();
  const late = await scene.append(client.watch, { id: messageIdFloor(Date.now() - 60_000) });
  await expect.poll(() => scene.asked.count).toBeGreaterThan(0);
  expect(client.has(late)).toBe(false);
  if (station !== undefined) scene.stations.set(1, station);
  await expect.poll(() => client.has(late)).toBe(true);
});
