import { type Message, messageIdFloor, MessageIds } from "@jetwire/protocol";
import { createKeys, type RedisConnection } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import { openTestRedis, storeMessages, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

/** `PAGING_ROWS=1000000` for a long run. */
const rows = Number(process.env["PAGING_ROWS"] ?? 20_000);
const rowsPerInsert = 50_000;
const pageMsMax = 120;
/** More than followers stay behind. */
const stableAfterMs = 6_000;

let rest: RestUnderTest;
let redis: RedisConnection;

beforeAll(async () => {
  rest = await startRest();
  redis = await openTestRedis(rest.database.redisUrl);
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await rest[Symbol.asyncDispose]();
});

interface Page {
  readonly ids: string[];
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

async function read(path: string): Promise<Page> {
  const response = await rest.get(path);
  expect(response.status).toBe(200);
  const ids = ((await response.json()) as Message[]).map(({ id }) => id);
  const links = response.headers.get("link") ?? "";
  const [next, prev] = ["next", "prev"].map((rel) =>
    new RegExp(`<([^>]+)>; rel="${rel}"`).exec(links)?.[1]?.slice(rest.url.length),
  );
  return { ids, next, prev };
}

async function store(...ids: string[]): Promise<void> {
  const messages = ids.map((id) => ({ message: testMessage({ id }), flightKey: null }));
  await storeMessages(rest.database.database.sql, messages);
}

/** A message's id that was made so long ago. */
function idOf(secondsAgo: number): string {
  return new MessageIds(() => Date.now() - secondsAgo * 1_000).next(0);
}

test("R-06: a client that follows a list waits for messages that are not stored, and misses none", async () => {
  const [stored, late, early] = [idOf(70), idOf(63), idOf(62)];
  await store(stored, early);
  // Taken by the persister, and not stored yet.
  const stream = createKeys(rest.database.namespace).stream(1);
  await redis.xgroup("CREATE", stream, "persister", "0", "MKSTREAM");
  const entryId = `${Date.now() - 62_500}-0`;
  await redis.xadd(stream, entryId, "m", JSON.stringify(testMessage({ id: late })));

  const waiting = async () => (await read(`/v1/messages?after=${messageIdFloor(0)}`)).ids;
  expect(await waiting()).toEqual([stored]);
  await redis.xreadgroup("GROUP", "persister", "one", "COUNT", 1, "STREAMS", stream, ">");
  expect(await waiting()).toEqual([stored]);
  // Lists themselves show all there is, and lead to followers' pages without a hole.
  const list = await read("/v1/messages");
  expect(list.ids).toEqual([early, stored]);

  await store(late);
  await redis.xack(stream, "persister", entryId);
  await until("both", async () => (await waiting()).length === 3);
  expect(await waiting()).toEqual([early, late, stored]);
  expect((await read(list.prev ?? "")).ids).toEqual([early, late]);
});

test("R-06: while Redis does not report what is unstored, a client that follows stays behind", async () => {
  const [old, fresh] = [idOf(6), idOf(2)];
  await store(old, fresh);
  const { ids, prev } = await read(`/v1/messages?after=${idOf(20)}`);
  expect(ids).toEqual([old]);
  await until("it", async () => (await read(prev ?? "")).ids.includes(fresh));
});

test(
  `R-06: ${rows} messages are read once each while more come in, downwards and upwards`,
  { timeout: 60_000 + rows * 2 },
  async () => {
    const { sql } = rest.database.database;
    const beganMs = Date.now() - 3 * 3_600_000;
    const stepMs = 10_000_000 / rows;
    await sql`truncate messages`;
    for (let from = 0; from < rows; from += rowsPerInsert) {
      await sql`
        insert into messages (id, group_id, received_at, skewed, created_at, station_id, source, source_type)
        select id, id, now(), false, now(), 1, 'acarsdec', 'acars' from (
          select (lpad(to_hex(${beganMs}::bigint + (n * ${stepMs}::float8)::bigint), 12, '0') || '7'
            || lpad(to_hex(n % 4096), 3, '0') || 'a' || substr(md5('m' || n), 18))::uuid as id
          from generate_series(${from}::integer, ${Math.min(rows, from + rowsPerInsert) - 1}::integer) n
        ) made`;
    }
    await sql`analyze messages`;
    const there = new Set(
      (await sql<{ id: string }[]>`select id from messages`).map(({ id }) => id),
    );
    expect(there.size).toBe(rows);

    const stop = new AbortController();
    const coming = comeIn(stop.signal);
    const down = await walk("/v1/messages?limit=100", ({ next }) => next);
    const up = await follow(coming, stop);
    const came = await coming;

    expect(down.repeats).toBe(0);
    expect([...there].filter((id) => !down.ids.has(id))).toEqual([]);
    expect(up.repeats).toBe(0);
    expect([...there, ...came].filter((id) => !up.ids.has(id))).toEqual([]);
    expect(up.ids.size).toBe(rows + came.length);
    const [first, last] = [down.ms.slice(0, 100), down.ms.slice(-100)].map(median);
    process.stdout.write(
      `\npaging: ${rows} rows in ${down.ms.length} pages, median ${first?.toFixed(1)} ms at the ` +
        `beginning and ${last?.toFixed(1)} ms at the end; ${came.length} came in meanwhile\n`,
    );
    expect(last).toBeLessThan(pageMsMax);
  },
);

/** Stores messages until the signal aborts, some up to two seconds late. */
async function comeIn(signal: AbortSignal): Promise<string[]> {
  const ids = new MessageIds(Date.now);
  const came: string[] = [];
  let waiting: { id: string; dueMs: number }[] = [];
  while (!signal.aborted || waiting.length > 0) {
    if (!signal.aborted)
      waiting.push({ id: ids.next(0), dueMs: Date.now() + (came.length % 5) * 400 });
    const due = waiting.filter(({ dueMs }) => dueMs <= Date.now()).map(({ id }) => id);
    waiting = waiting.filter(({ id }) => !due.includes(id));
    await store(...due);
    came.push(...due);
    await pause(5);
  }
  return came;
}

interface Walked {
  readonly ids: Set<string>;
  readonly repeats: number;
  readonly ms: number[];
}

async function walk(first: string, step: (page: Page) => string | undefined): Promise<Walked> {
  const ids = new Set<string>();
  const ms: number[] = [];
  let repeats = 0;
  for (let path: string | undefined = first; path !== undefined;) {
    const began = performance.now();
    const page = await read(path);
    ms.push(performance.now() - began);
    for (const id of page.ids) {
      if (ids.has(id)) repeats++;
      ids.add(id);
    }
    path = step(page);
  }
  return { ids, repeats, ms };
}

/** Follows the list a hundred pages, and then until all messages are before the stable horizon. */
async function follow(coming: Promise<unknown>, stop: AbortController): Promise<Walked> {
  let endMs = Number.POSITIVE_INFINITY;
  let caughtUp = 0;
  return await walk(`/v1/messages?limit=100&after=${messageIdFloor(0)}`, ({ ids, prev }) => {
    if (ids.length < 100 && ++caughtUp === 100) {
      stop.abort();
      void coming.then(() => (endMs = Date.now() + stableAfterMs));
    }
    return ids.length === 0 && Date.now() > endMs ? undefined : prev;
  });
}

function median(ms: number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? 0;
}
