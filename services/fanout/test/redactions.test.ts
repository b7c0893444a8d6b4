import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import type { Message, StreamEntry } from "@jetwire/protocol";
import { feedStart, openStores, type Stores } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import {
  createTestDatabase,
  openTestRedis,
  type TestDatabase,
  testMessage,
  testWhole,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRedactions } from "../src/redactions.ts";

const log = createLogger("test", "silent");
const caps = { entriesMax: 1_000, ageMsMax: 3_600_000 };
const minuteMs = 60_000;
const links = { first: true, icao: null, flightKey: null, skewed: false };

const stack = new AsyncDisposableStack();
let at: TestDatabase;
let sql: Sql;
let stores: Stores;
let accountId = "";
const removed: string[] = [];
beforeAll(async () => {
  at = stack.use(await createTestDatabase());
  ({ sql } = at.database);
  stores = openStores(stack.use(await openTestRedis(at.redisUrl, "append")), at.namespace);
  accountId = (await db.accounts.add(sql, "alice"))?.id ?? randomUUID();
});
afterAll(() => stack.disposeAsync());
beforeEach(async () => {
  await sql`delete from feed_log_removals`;
});

/** Follows redactions while the oldest undelivered entry is as old as it says. */
async function following(
  undeliveredMs: number | null,
  work: (redactions: ReturnType<typeof createRedactions>) => Promise<void>,
): Promise<void> {
  // prettier-ignore
  const streams = { oldestUndeliveredMs: async () => undeliveredMs };
  const feedLogs = {
    of(account: string) {
      const feedLog = stores.feedLogs.of(account);
      return {
        async remove(messageId: string) {
          const was = await feedLog.remove(messageId);
          removed.push(messageId);
          return was;
        },
      };
    },
  };
  const redactions = createRedactions({ database: at.database, feedLogs, streams, partitions: 1, log }); // prettier-ignore
  const stop = new AbortController();
  const run = redactions.run(stop.signal);
  try {
    await redactions.ready();
    await work(redactions);
  } finally {
    stop.abort();
    await run;
  }
}

async function redact(messageId: string, what: "message" | "whole", minutesAgo = 0): Promise<void> {
  await sql`
    insert into feed_log_removals (account_id, message_id, what, asked_at)
    values (${accountId}, ${messageId}, ${what}, now() - ${minutesAgo} * interval '1 minute')`;
}

function entry(id: string): StreamEntry {
  const message = testMessage({ id });
  return {
    entryId: "1-1",
    producer: "p:1",
    seq: 1,
    stationId: message.stationId,
    id,
    groupId: message.groupId,
    first: true,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    wholeJson: "{}",
    details: null,
  };
}

/** A message that completes a whole of an earlier part and itself. */
function completing(part: Message, joinedBy: "decoder" | "service", stationId: number) {
  const last = testMessage({ stationId });
  const whole = testWhole(last, { partIds: [part.groupId, last.groupId], joinedBy });
  return { ...entry(last.id), stationId, wholeJson: JSON.stringify(whole) };
}

async function logged(): Promise<string[]> {
  const entries = await stores.feedLogs.of(accountId).read(feedStart, 1_000);
  return entries.map(({ messageId }) => messageId);
}

async function append(messageId: string): Promise<void> {
  const message = testMessage({ id: messageId });
  const { stationId } = message;
  const messageJson = JSON.stringify(message);
  await stores.feedLogs.of(accountId).append([{ stationId, messageId, messageJson }], caps);
}

async function waiting(): Promise<number> {
  return (await sql`select 1 from feed_log_removals`).length;
}

test("a message that was redacted before it was delivered is not delivered, nor is a redacted whole", async () => {
  const [secret, whole, other] = [testMessage().id, testMessage().id, testMessage().id];
  await redact(secret, "message");
  await redact(whole, "whole");
  await following(null, async ({ withoutRedacted }) => {
    const passed = withoutRedacted([secret, whole, other].map(entry));
    expect(passed.map(({ id, wholeJson }) => [id, wholeJson])).toEqual([
      [whole, undefined],
      [other, "{}"],
    ]);
  });
});

test("a redacted part reaches what comes later: what its decoder joined, and every whole", async () => {
  // A reception that did not open its group.
  const part = testMessage({ groupId: testMessage().id, stationId: 7 });
  const message = { message: part, links, raw: "{}", producer: "p:1", seq: 1 };
  await db.messageStore.storeBatch(sql, {
    parts: [{ partition: 0, messages: [message] }],
    airframes: [],
    flights: [],
  });
  await db.redactions.redact(sql, { ids: [part.id] }, { reason: "private", by: "olga" });
  const own = completing(part, "decoder", 7);
  const others = completing(part, "decoder", 8);
  const joined = completing(part, "service", 7);
  const unrelated = completing(testMessage(), "decoder", 7);
  await following(null, async ({ withoutRedacted }) => {
    const passed = withoutRedacted([own, others, joined, unrelated, entry(part.id)]);
    expect(passed.map(({ id, wholeJson }) => [id, wholeJson])).toEqual([
      [others.id, undefined],
      [joined.id, undefined],
      [unrelated.id, unrelated.wholeJson],
    ]);
  });
});

test("a redacted message is removed from the log, also if another process appends it later", async () => {
  const secret = testMessage().id;
  await append(secret);
  await redact(secret, "message");
  await following(null, async () => {
    await until("the removal", async () => !(await logged()).includes(secret));
    expect(await waiting()).toBe(1);
  });
  const late = testMessage().id;
  await redact(late, "message");
  await following(null, async () => {
    await until("the removal of nothing", () => removed.includes(late));
    await append(late);
    await sql`update feed_log_removals set asked_at = now() - interval '11 minutes'`;
    await until("the end", async () => (await waiting()) === 0);
    expect(await logged()).not.toContain(late);
  });
});

test("a redaction is kept while something older is not delivered", async () => {
  const secret = testMessage().id;
  await redact(secret, "message", 15);
  const sentinel = testMessage().id;
  await redact(sentinel, "message", 30);
  await following(Date.now() - 20 * minuteMs, async ({ withoutRedacted }) => {
    await until("the older one to be finished", async () => (await waiting()) === 1);
    expect(withoutRedacted([entry(secret)])).toEqual([]);
  });
  await following(null, async () => {
    await until("the end", async () => (await waiting()) === 0);
  });
});
