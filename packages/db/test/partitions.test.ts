import { MessageIds } from "@jetwire/protocol";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const dayMs = 86_400_000;

async function partitionOf(id: string): Promise<unknown> {
  const [row] = await at.database.sql`
    select tableoid::regclass::text as partition from messages where id = ${id}`;
  return row?.["partition"];
}

test("messages lie in the partition of their id's UTC day", async () => {
  const message = testMessage();
  await storeMessages(at.database.sql, [{ message, flightKey: null }]);
  const day = message.createdAt.slice(0, 10).replaceAll("-", "");
  expect(await partitionOf(message.id)).toBe(`messages_${day}`);
});

test("a day that comes to have its partition late takes its messages out of the default one", async () => {
  const { sql } = at.database;
  const day = Date.UTC(2027, 4, 17);
  const [first, last, next] = [day, day + dayMs - 1, day + dayMs].map((ms) =>
    testMessage({ id: new MessageIds(() => ms).next(255), stationId: 7 }),
  );
  if (!first || !last || !next) throw new Error("three messages");
  await storeMessages(
    sql,
    [first, last, next].map((message) => ({ message, flightKey: "UAL123" })),
  );
  expect(await partitionOf(first.id)).toBe("messages_default");

  const made = await db.partitions.ensure(sql, new Date(day + 3_600_000), 1);
  expect(made).toEqual({
    created: ["messages_20270517", "message_raws_20270517"],
    moved: 2,
  });
  expect(await partitionOf(first.id)).toBe("messages_20270517");
  expect(await partitionOf(last.id)).toBe("messages_20270517");
  expect(await partitionOf(next.id)).toBe("messages_default");
  expect(await db.messages.read(sql, last.id)).toEqual(last);
  expect(await db.partitions.ensure(sql, new Date(day), 1)).toEqual({ created: [], moved: 0 });
});

test("several processes may make the same partitions at once", async () => {
  const from = new Date(Date.UTC(2027, 6, 1));
  const made = await Promise.all(
    Array.from({ length: 3 }, () => db.partitions.ensure(at.database.sql, from, 2)),
  );
  expect(made.flatMap(({ created }) => created).toSorted()).toEqual([
    "message_raws_20270701",
    "message_raws_20270702",
    "messages_20270701",
    "messages_20270702",
  ]);
});

test("a by-id read looks at one partition, a page by cursors only at the days between", async () => {
  const { id } = testMessage();
  const plan = await at.database.sql.unsafe<{ "QUERY PLAN": string }[]>(
    `explain select * from messages where id = '${id}'`,
  );
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text.match(/messages_\w+/g)?.filter((name) => !name.endsWith("pkey"))).toHaveLength(1);
});

test("only whole days that ended before the cutoff are dropped, of one table, never the default", async () => {
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date(Date.UTC(2025, 0, 30)), 3);
  const noon = new Date(Date.UTC(2025, 1, 1, 12));
  const dropped = await Promise.all([1, 2].map(() => db.partitions.drop(sql, "messages", noon)));
  expect(dropped.flat().toSorted()).toEqual(["messages_20250130", "messages_20250131"]);
  const left = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relname ~ '_(2025[0-9]{4}|default)$'
      and relkind = 'r' and relname like 'message%' order by relname`;
  expect(left.map(({ name }) => name)).toEqual([
    "message_raws_20250130",
    "message_raws_20250131",
    "message_raws_20250201",
    "message_raws_default",
    "messages_20250201",
    "messages_default",
  ]);
  expect(await db.partitions.drop(sql, "messages", noon)).toEqual([]);
});
