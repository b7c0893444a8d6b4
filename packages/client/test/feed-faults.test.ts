import type { Message } from "@jetwire/protocol";
import { createSeededRandom } from "@jetwire/simulator";
import {
  addFeeder,
  createPersistentFeeder,
  type Deployment,
  type Feeder,
  startDeployment,
  startTcpProxy,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectRealtime, type FeedFailureAction, type Realtime } from "../src/index.ts";

const idents = ["CLIENT-A1", "CLIENT-A2", "CLIENT-A3"];

let jw: Deployment;
let feeder: Feeder;
beforeAll(async () => {
  // A short log: after a brief outage the missed messages are replayed from Postgres.
  jw = await startDeployment({ gateways: 0, environment: { FANOUT_FEED_ENTRIES_MAX: "100" } });
  feeder = await addFeeder(jw, "alice", ...idents);
});
afterAll(() => jw[Symbol.asyncDispose]());

/** The state that outlives a process of the archive: its position, and the archived messages. */
interface Archive {
  position: string | null;
  /** Ids in the order of their handling; a list a process. */
  readonly lives: string[][];
  readonly messages: Message[];
}

/** A process of an archive script. */
interface Life {
  readonly realtime: Realtime;
  /** Ends it as a power cut does, with a message in hand and others waiting. */
  crash(): Promise<void>;
}

const random = createSeededRandom(20_261_121, "archive");

function live(url: string, archive: Archive): Life {
  let isAlive = true;
  let isStuck = false;
  let received = 0;
  const own: string[] = [];
  archive.lives.push(own);
  const realtime = connectRealtime({
    url,
    apiKey: feeder.apiKey,
    feed: {
      pendingMax: 60,
      saveEveryMs: 20,
      store: {
        load: async () => archive.position,
        async save(id) {
          if (isAlive) archive.position = id;
        },
      },
      async handle(message) {
        // Now and then failing, for longer than may wait.
        if (random.chance(0.005)) throw new Error("the disk hiccups");
        if (isStuck) return await new Promise<void>(() => {});
        own.push(message.id);
        archive.messages.push(message);
      },
      onFailure: (): FeedFailureAction => "retry",
    },
  });
  realtime.on("feed:message", () => received++);
  return {
    realtime,
    async crash() {
      isStuck = true;
      await until("messages to wait", () => received - own.length > 30);
      isAlive = false;
      void realtime.close();
    },
  };
}

test("whatever fails, an archive gets every message of its stations, in order, and once per process", async () => {
  let gateway = await jw.startGateway();
  const target = { host: "127.0.0.1", port: gateway.port };
  await using proxy = await startTcpProxy(target);
  const url = `ws://127.0.0.1:${proxy.port}`;
  const archive: Archive = { position: null, lives: [], messages: [] };
  let life = live(url, archive);
  await expect.poll(() => life.realtime.connection.state).toBe("connected");

  const ingestUrl = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  const ledger = createPersistentFeeder(ingestUrl, idents, 300);
  const stop = new AbortController();
  const feeding = ledger.run(stop.signal);
  const untilMore = async (count: number) => {
    const goal = archive.messages.length + count;
    await expect.poll(() => archive.messages.length).toBeGreaterThan(goal);
  };

  for (let round = 0; round < 6; round++) {
    await untilMore(40);
    if (round % 3 === 0) {
      // The process crashes.
      await life.crash();
      life = live(url, archive);
    } else if (round % 3 === 1) {
      // The gateway closes and loses the messages in transit; another takes over its address.
      const closed = gateway;
      gateway = await jw.startGateway();
      target.port = gateway.port;
      await proxy.recover();
      await closed[Symbol.asyncDispose]();
    } else {
      // The network fails for longer than the log goes back.
      await proxy.refuse();
      const goal = ledger.acknowledged + 150;
      await until("more than the log holds", () => ledger.acknowledged > goal);
      await proxy.recover();
    }
  }
  await untilMore(40);
  stop.abort();
  await feeding;

  await expect.poll(async () => (await storedIds()).length).toBe(ledger.offered.length);
  const stored = await storedIds();
  const had = () => new Set(archive.messages.map(({ id }) => id));
  // A connection brings about 60 messages, then the client reads on with the next one.
  await expect.poll(() => had().size, { timeout: 60_000 }).toBe(stored.length);
  await life.realtime.close();
  await gateway[Symbol.asyncDispose]();

  expect([...had()].toSorted()).toEqual(stored);
  for (const own of archive.lives) expect(new Set(own).size).toBe(own.length);
  expectInOrderPerStation(archive.messages);
  expect(archive.lives.length).toBe(3);
}, 180_000);

/** Compares first deliveries only: a process that starts again may repeat its last messages. */
function expectInOrderPerStation(messages: readonly Message[]): void {
  const seen = new Set<string>();
  const last = new Map<number, string>();
  for (const { id, stationId } of messages) {
    if (seen.has(id)) continue;
    seen.add(id);
    expect(id > (last.get(stationId) ?? "")).toBe(true);
    last.set(stationId, id);
  }
}

async function storedIds(): Promise<string[]> {
  const rows = await jw.database.sql<{ id: string }[]>`select id from messages order by id`;
  return rows.map(({ id }) => id);
}
