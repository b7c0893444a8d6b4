import * as db from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { judge, measureHealth } from "../src/index.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
beforeEach(async () => {
  await at.database.sql`delete from message_counts`;
  await at.database.sql`delete from stations`;
});
afterAll(() => at[Symbol.asyncDispose]());

interface Received {
  readonly ident?: string;
  /** Seconds since its last message. */
  readonly last: number;
  /** Seconds from its first message to the last. */
  readonly duration?: number;
  readonly messages?: number;
  readonly kind?: "simulated" | "canary";
}

/** Adds a station that has sent messages. */
async function add({
  ident = "AL-STN1",
  last,
  duration = 86_400,
  messages = 86_400,
  kind,
}: Received) {
  const { sql } = at.database;
  const [station] = await sql<{ id: number }[]>`
    insert into stations (ident, simulated, canary, messages_count, first_received_at, last_received_at)
    values (${ident}, ${kind === "simulated"}, ${kind === "canary"}, ${messages},
      now() - make_interval(secs => ${last + duration}), now() - make_interval(secs => ${last}))
    returning id`;
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    values (date_trunc('hour', now() - make_interval(secs => ${last})), ${station?.id ?? 0}, 'acars', ${messages})`;
}

async function problem(): Promise<string | null> {
  const unused = { replica: null, redis: null, stores: null, partitions: 1 };
  const facts = await measureHealth({ database: at.database, ...unused }, 5_000);
  const feeders = judge(facts).find(({ check }) => check.name === "feeders");
  if (feeders === undefined) throw new Error("the silence of feeders is not known");
  return feeders.faults[0]?.sentence ?? null;
}

test("an instance without any feeder, or with canary messages only, is not silent", async () => {
  expect(
    await at.database.withQueryDeadline(db.stationActivity.readFeederSilence, 5_000),
  ).toBeNull();
  await add({ last: 4_000, kind: "canary" });
  expect(await problem()).toBeNull();
});

test("a busy network is silent after 150 s", async () => {
  await add({ last: 140 });
  expect(await problem()).toBeNull();
  await add({ ident: "AL-STN2", last: 160 });
  expect(await problem()).toBeNull();
  await at.database
    .sql`delete from message_counts where station_id in (select id from stations where ident = 'AL-STN1')`;
  await at.database.sql`delete from stations where ident = 'AL-STN1'`;
  expect(await problem()).toMatch(/^No feeder has sent a message for 16\d s$/);
});

test("a network that has begun some minutes ago is silent after 150 s, too", async () => {
  await add({ last: 160, duration: 60, messages: 30 });
  expect(await problem()).toMatch(/^No feeder has sent a message for 16\d s$/);
});

test("a network that rarely has messages is silent later, and any network after an hour", async () => {
  await add({ last: 1_000, messages: 864 });
  expect(await problem()).toBeNull();
  await at.database
    .sql`update stations set last_received_at = last_received_at - interval '35 minutes'`;
  expect(await problem()).toBe("No feeder has sent a message for 52 min");
  await at.database.sql`delete from message_counts`;
  await at.database.sql`delete from stations`;
  await add({ last: 86_400 * 30, messages: 1 });
  expect(await problem()).toBe("No feeder has sent a message for 720 h");
});

test("neither canary nor simulated messages hide that feeders are silent", async () => {
  await add({ last: 300 });
  await add({ ident: "SIM-1", last: 0, kind: "simulated" });
  await add({ ident: "C-1", last: 0, kind: "canary" });
  expect(await problem()).toMatch(/^No feeder has sent a message for 30\d s$/);
});

test("simulated messages count where no feeder sends, or only somebody who tried it", async () => {
  await add({ last: 300, kind: "simulated" });
  expect(await problem()).toMatch(/^No feeder has sent a message for 30\d s$/);
  await add({ ident: "TRIED", last: 400, duration: 5, messages: 3 });
  expect(await problem()).toMatch(/^No feeder has sent a message for 30\d s$/);
  await add({ ident: "SIM-2", last: 1, kind: "simulated" });
  expect(await problem()).toBeNull();
  await add({ ident: "LEFT", last: 86_400 * 8 });
  expect(await problem()).toBeNull();
});
