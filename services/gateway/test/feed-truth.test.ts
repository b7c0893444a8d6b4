import { type Message, messageIdFloor, MessageIds } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type Feeder, openRig, type Rig } from "./rig.ts";

/** FEED_SEED to repeat a run, FEED_ROUNDS for a long one. */
const firstSeed = Number(process.env["FEED_SEED"] ?? 20_261_122);
const rounds = Number(process.env["FEED_ROUNDS"] ?? 4);
const stepsPerRound = 60;

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Returns whole numbers from 0 to below a bound (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

function idsOf({ events }: Client): string[] {
  return events
    .filter(([event]) => event === "feed:message")
    .map(([, message]) => (message as Message).id);
}

/** A client that leaves and resumes after the last message that it received. */
function followingClient({ apiKey }: Feeder, random: (bound: number) => number) {
  const received = new Set<string>();
  const clients: Client[] = [];
  let after: string | undefined;
  const current = () => clients.at(-1);

  function note(): void {
    const client = current();
    if (client === undefined) return;
    const ids = idsOf(client);
    for (const id of ids) received.add(id);
    after = ids.at(-1) ?? after;
  }
  return {
    received,
    note,
    get resumes() {
      return clients.length - 1;
    },
    gaps: () => clients.flatMap(({ events }) => events.filter(([event]) => event === "feed:gap")),
    async join(): Promise<void> {
      const auth = after === undefined ? { apiKey } : { apiKey, after };
      const client = rig.connect(rig.gateways[random(2) as 0 | 1], { auth });
      clients.push(client);
      await client.next("feed:authenticated");
    },
    leave(): void {
      current()?.socket.disconnect();
      note();
    },
  };
}

/** Two ingests, one of which is late, and what happens to the account's log. */
function feedUnderFaults({ accountId, stationIds }: Feeder, random: (bound: number) => number) {
  const stationId = stationIds[0] ?? 0;
  const fresh = new MessageIds(Date.now);
  const late = new MessageIds(() => Date.now() - 600_000 - random(3_000_000));
  const logKeys = [
    rig.keys.feedLog(accountId),
    rig.keys.feedPositions(accountId),
    rig.keys.feedIndex(accountId),
  ];
  const delivered: string[] = [];
  const faults = { trimmed: 0, emptied: 0, "failed over": 0 };
  /** Stored and not in the log yet, by ingest. */
  const undelivered: [Message[], Message[]] = [[], []];
  let replica: (Buffer | null)[] | null = null;

  async function deliver(ingest: 0 | 1): Promise<void> {
    const messages = undelivered[ingest].splice(0, 1 + random(20));
    if (messages.length === 0) return;
    await rig.append(accountId, ...messages);
    delivered.push(...messages.map(({ id }) => id));
  }

  return {
    delivered,
    faults,
    async store(): Promise<void> {
      const ingest = random(2) as 0 | 1;
      const ids = ingest === 0 ? fresh : late;
      const messages = Array.from({ length: 1 + random(20) }, () =>
        testMessage({ stationId, id: ids.next(ingest) }),
      );
      const rows = messages.map((message) => ({ message, flightKey: null }));
      await storeMessages(rig.database.database.sql, rows);
      undelivered[ingest].push(...messages);
    },
    deliver: () => deliver(random(2) as 0 | 1),
    async deliverAll(): Promise<void> {
      while (undelivered.some((messages) => messages.length > 0)) {
        await deliver(0);
        await deliver(1);
      }
    },
    async trim(): Promise<void> {
      await rig.redis.xtrim(logKeys[0] ?? "", "MAXLEN", random(10));
      faults.trimmed++;
    },
    async empty(): Promise<void> {
      await rig.redis.del(...logKeys);
      replica = null;
      faults.emptied++;
    },
    /** The replica has everything up to now, and nothing from now on. */
    async cutReplication(): Promise<void> {
      replica = await Promise.all(logKeys.map((key) => rig.redis.dumpBuffer(key)));
    },
    async failOver(): Promise<void> {
      if (replica === null) return;
      const [log = "", positions = "", index = ""] = logKeys;
      const restored = rig.redis.multi().del(log, positions, index);
      for (const [i, key] of logKeys.entries()) {
        const content = replica[i];
        if (content) restored.restore(key, 0, content);
      }
      // The log was last appended to on another server.
      await restored.hset(positions, "server", `before ${replica.length}`, "checked", 0).exec();
      replica = null;
      faults["failed over"]++;
    },
  };
}

test.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))(
  "G4: a resumed feed is complete, or a gap was reported (seed %i)",
  async (seed) => {
    const random = randomNumbers(seed);
    const feeder = await rig.feeder(`FT-${seed}`);
    const feed = feedUnderFaults(feeder, random);
    const client = followingClient(feeder, random);
    await client.join();
    await feed.store();
    await feed.deliverAll();
    await expect
      .poll(() => (client.note(), client.received.size), { timeout: 20_000 })
      .toBeGreaterThan(0);
    let isThere = true;
    for (let step = 0; step < stepsPerRound; step++) {
      const choice = random(20);
      if (choice < 6) await feed.store();
      else if (choice < 12) await feed.deliver();
      else if (choice < 13) await feed.trim();
      else if (choice < 14) await feed.empty();
      else if (choice < 15) await feed.cutReplication();
      else if (choice < 16) await feed.failOver();
      else if (isThere) {
        client.leave();
        isThere = false;
      } else {
        await client.join();
        isThere = true;
      }
    }
    await feed.deliverAll();
    if (isThere) client.leave();
    await client.join();
    const missing = () => {
      client.note();
      return feed.delivered.filter((id) => !client.received.has(id)).length;
    };
    const isReported = () => client.gaps().length > 0;
    await expect.poll(() => (isReported() ? 0 : missing()), { timeout: 30_000 }).toBe(0);
    process.stdout.write(
      `seed ${seed}: ${feed.delivered.length} messages, ${client.resumes} resumes, ${JSON.stringify(feed.faults)}, ` +
        `${client.gaps().length} gaps, ${missing()} missing\n`,
    );
    expect(client.resumes).toBeGreaterThan(2);
    // Nothing here exceeds what a replay can send.
    expect(client.gaps()).toEqual([]);
  },
  90_000,
);

test("G4: a message older than all marks cannot be resumed after, and the gap is reported", async () => {
  const feeder = await rig.feeder("FT-UNKNOWN");
  const { sql } = rig.database.database;
  const marks = await sql<
    { at: string; deliveredUntil: string }[]
  >`delete from feed_marks returning *`;
  const client = rig.connect(rig.gateways[0], {
    auth: { apiKey: feeder.apiKey, after: messageIdFloor(Date.now() - 1_000) },
  });
  expect(await client.next("feed:resumed")).toEqual([{ recovered: false, replayed: 0 }]);
  await client.next("feed:gap");
  for (const mark of marks) {
    await sql`insert into feed_marks values (${mark.at}, ${mark.deliveredUntil})`;
  }
});
