import process from "node:process";
import { type Message, MonitorData } from "@jetwire/protocol";
import { createKeys } from "@jetwire/redis";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  addFeeder,
  createPersistentFeeder,
  type Deployment,
  openTestRedis,
  startDeployment,
  until,
} from "../src/index.ts";
import { startWorkerProcess } from "../src/deployment/worker-process.ts";

const idents = ["FROZEN-1", "FROZEN-2", "FROZEN-3", "FROZEN-4", "FROZEN-5"];
const partitions = 4;
const ratePerSecond = 60;
/** Enough of them that the new owner has worked for some seconds when the old one wakes up. */
const messagesAfterTakeover = 120;
const waitMsMax = 60_000;
const rounds = 2;
/**
 * A fanout that is stopped between its emit to a room and its acknowledgement repeats to rooms what it had
 * buffered, which is 250 ms of messages, or twice that on a busy machine (decision 0016). Feeds never repeat.
 */
const repeatedToRoomsMax = rounds * ratePerSecond * 0.5;

const stack = new AsyncDisposableStack();
let jw: Deployment;
beforeAll(async () => {
  jw = stack.use(await startDeployment({ gateways: 1, workers: { persister: 0, fanout: 0 } }));
}, 60_000);
afterAll(() => stack.disposeAsync(), 60_000);

/** Texts in order of arrival, by station. */
function byStation(messages: readonly Pick<Message, "stationId" | "text">[]) {
  const texts = new Map<number, string[]>();
  for (const { stationId, text } of messages) {
    texts.set(stationId, [...(texts.get(stationId) ?? []), text ?? ""]);
  }
  return texts;
}

/** Counts the texts of a station that a client misses, or received repeatedly or out of order. */
function faultsOf(received: readonly string[], offered: readonly string[]) {
  const distinct = [...new Set(received)];
  const position = new Map(offered.map((text, index) => [text, index]));
  const positions = distinct.map((text) => position.get(text) ?? -1);
  return {
    missing: offered.length - distinct.length,
    repeated: received.length - distinct.length,
    outOfOrder: positions.filter((one, index) => one < (positions[index - 1] ?? -1)).length,
  };
}

test("two fanouts and two persisters, each frozen twice until another has taken over: nothing is missing or out of order, and no feed repeats", async () => {
  const owner = await addFeeder(jw, "frozen", ...idents);
  const workers = [];
  for (const group of ["fanout", "fanout", "persister", "persister"] as const) {
    workers.push({ group, process: stack.use(await startWorkerProcess(jw, group)) });
  }
  const keys = createKeys(jw.namespace);
  // This connection has no time-out: on a busy machine, Redis can take more than a second to answer.
  await using redis = await openTestRedis(jw.redisUrl, "blocking");
  using feed = await connectFeed(jw.gatewayUrls[0] ?? "", owner.apiKey);
  const monitored: Message[] = [];
  const monitor = io(jw.gatewayUrls[0] ?? "", { transports: ["websocket"], forceNew: true });
  monitor.on("station:monitor:data", (data: unknown) => {
    monitored.push(...MonitorData.parse(data).newMessages);
  });
  for (const id of owner.stationIds) await monitor.emitWithAck("station:monitor:start", id);

  const url = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  const feeder = createPersistentFeeder(url, idents, ratePerSecond);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);

  async function ownedBy(group: string, pid: number): Promise<number> {
    const names = Array.from({ length: partitions }, (_, p) => keys.lease(group, p));
    const leases = await redis.mget(...names);
    return leases.filter((lease) => lease === null || lease.includes(`/${pid}/`)).length;
  }
  async function more(count: number): Promise<void> {
    const goal = feeder.acknowledged + count;
    await until("more messages", () => feeder.acknowledged >= goal, waitMsMax);
  }

  for (let round = 0; round < rounds; round++) {
    for (const { group, process: worker } of workers) {
      await until(
        "the partitions to be shared",
        async () => (await ownedBy(group, worker.pid)) === partitions / 2,
        waitMsMax,
      );
      await more(30);
      worker.freeze();
      await until(
        "the other one to take over",
        async () => (await ownedBy(group, worker.pid)) === 0,
        waitMsMax,
      );
      await more(messagesAfterTakeover);
      worker.thaw();
    }
  }
  await more(60);
  stop.abort();
  await feeding;

  const { sql } = jw.database;
  const stored = () => sql<{ body: string }[]>`select body from messages order by id`;
  await until("everything to be stored", async () => (await stored()).length >= feeder.offered.length, waitMsMax); // prettier-ignore
  for (const messages of [feed.received, monitored]) {
    await until(
      "everything at the client",
      () => new Set(messages.map(({ text }) => text)).size >= feeder.offered.length,
      waitMsMax,
    );
  }
  const table: string[] = [];
  const sum = { missing: 0, outOfOrder: 0, repeated: { feed: 0, monitor: 0 } };
  for (const [name, messages] of [
    ["feed", feed.received],
    ["monitor", monitored],
  ] as const) {
    const texts = byStation(messages);
    for (const [index, stationId] of owner.stationIds.entries()) {
      const offered = feeder.offered.filter((_, n) => n % idents.length === index);
      const faults = faultsOf(texts.get(stationId) ?? [], offered);
      table.push(`${name} ${idents[index]}: ${offered.length} offered, ${JSON.stringify(faults)}`);
      sum.missing += faults.missing;
      sum.repeated[name] += faults.repeated;
      sum.outOfOrder += faults.outOfOrder;
    }
  }
  const rows = await stored();
  table.push(`stored: ${rows.length} of ${feeder.offered.length}`);
  process.stdout.write(`\n${table.join("\n")}\n`);
  monitor.disconnect();
  expect(sum).toMatchObject({ missing: 0, outOfOrder: 0, repeated: { feed: 0 } });
  expect(sum.repeated.monitor).toBeLessThanOrEqual(repeatedToRoomsMax);
  expect(rows.length).toBe(feeder.offered.length);
}, 400_000);
