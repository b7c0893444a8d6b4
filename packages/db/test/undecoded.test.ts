import { type Message, MessageIds } from "@jetwire/protocol";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
  await at.database.sql`insert into stations (ident) values ('LAYOUT-1'), ('LAYOUT-2')`;
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  const { sql } = at.database;
  await sql`delete from messages`;
  await sql`delete from undecoded_texts`;
});

const hourAgoMs = () => Date.now() - 3_600_000;
const ids = new MessageIds(hourAgoMs);
const everybody = { accountId: null, hiddenStationIds: [] };
const decoded: Message["decoded"] = {
  by: "text",
  decoder: "some",
  level: "full",
  application: null,
  description: "Words",
  items: [],
};

async function store(over: Partial<Message>, flightKey: string | null = "UAL1"): Promise<Message> {
  const id = ids.next(0);
  const createdAt = new Date(hourAgoMs()).toISOString();
  const message = testMessage({ id, groupId: id, createdAt, label: "H1", ...over });
  await storeMessages(at.database.sql, [{ message, flightKey }]);
  return message;
}

async function count(messagesMax = 1_000): Promise<number> {
  return await db.undecoded.countTexts(at.database.sql, Date.now(), messagesMax);
}

async function list(
  over: Partial<Parameters<typeof db.undecoded.listLayouts>[1]> = {},
  viewer: Parameters<typeof db.undecoded.withSamples>[2] = everybody,
) {
  const { sql } = at.database;
  const { messages, layouts } = await db.undecoded.listLayouts(sql, {
    days: 7,
    limit: 10,
    ...over,
  });
  return { messages, layouts: await db.undecoded.withSamples(sql, layouts, viewer) };
}

describe("texts that nothing has read", () => {
  test("are counted by label and layout, with the airlines that send them and the newest messages", async () => {
    const one = await store({ text: "ENG 12/AB\r\n 3" });
    const other = await store({ text: "eng 4/XYZ\n77" }, "DLH2");
    await store({ text: "ENG 5/A 1" }, null);
    await store({ text: "ENG 5/A 1", label: "80" });
    expect(await count()).toBe(4);
    const { messages, layouts } = await list({ label: "H1" });
    expect(messages).toBe(3);
    expect(layouts).toMatchObject([
      { label: "H1", layout: "A 0/A 0", messages: 3, airline: "DLH", airlines: 2 },
    ]);
    expect(layouts[0]?.samples.map(({ id }) => id)).toContain(one.id);
    expect(layouts[0]?.samples.map(({ text }) => text)).toContain(other.text);
    expect((await list()).layouts).toHaveLength(2);
    expect((await list({ airlines: ["DLH"] })).messages).toBe(1);
    expect((await list({ layout: "0/A" })).layouts).toHaveLength(2);
    expect((await list({ layout: "%" })).layouts).toEqual([]);
  });

  test("do not count if they, or another reception of the transmission, are decoded, or if they are empty", async () => {
    await store({ text: "READ", decoded });
    await store({ text: "" });
    await store({ text: null });
    const first = await store({ text: "READ ELSEWHERE" });
    await store({ text: "READ ELSEWHERE", groupId: first.id, decoded, stationId: 2 });
    const twice = await store({ text: "TWICE" });
    await store({ text: "TWICE", groupId: twice.id, stationId: 2 });
    await count();
    expect(await list()).toMatchObject({
      messages: 1,
      layouts: [{ samples: [{ text: "TWICE" }] }],
    });
  });

  test("are counted once, in batches, and add up", async () => {
    for (const text of ["A 1", "B 2", "C 3"]) await store({ text });
    expect(await count(2)).toBe(2);
    expect(await count(2)).toBe(1);
    expect(await count(2)).toBe(0);
    await store({ text: "D 4" });
    await count();
    const { layouts } = await list();
    expect(layouts).toMatchObject([{ layout: "A 0", messages: 4 }]);
    expect(layouts[0]?.samples).toHaveLength(3);
  });

  test("of hidden stations are no samples for others, and redacted messages are none for anybody", async () => {
    await store({ text: "HIDDEN", stationId: 2 });
    const redacted = await store({ text: "REDACTED" });
    await count();
    const { sql } = at.database;
    await db.redactions.redact(sql, { ids: [redacted.id] }, { reason: "private", by: "test" });
    const shown = await list({}, { accountId: null, hiddenStationIds: [2] });
    expect(shown.layouts).toMatchObject([{ messages: 2, samples: [] }]);
  });

  test("beyond the bound of a day are counted together", async () => {
    const { sql } = at.database;
    await sql`
      insert into undecoded_texts (day, label, layout, airline, messages, message_ids)
      select ((now() - interval '1 hour') at time zone 'UTC')::date, 'XX', 'A' || n, '', 1, '{}'
      from generate_series(1, 20000) as n`;
    await store({ text: "ONE 1" });
    await store({ text: "TWO/2" });
    await count();
    expect((await list({ label: "H1" })).layouts).toMatchObject([{ layout: null, messages: 2 }]);
  });

  test("of days before a time are deleted", async () => {
    await store({ text: "OLD" });
    await count();
    const { sql } = at.database;
    expect(await db.undecoded.deleteOld(sql, new Date(Date.now() - 86_400_000 * 2), 10)).toBe(0);
    expect(await db.undecoded.deleteOld(sql, new Date(Date.now() + 86_400_000), 10)).toBe(1);
  });
});
