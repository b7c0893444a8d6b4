import type { Sql } from "@jetwire/db";
import type { Message, Problem } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, readAccounting, until } from "../src/index.ts";
import { createEventCheck } from "./conformance/event-check.ts";
import { postForIds } from "./conformance/feeding.ts";
import { type ServiceUnderTest, startService } from "./conformance/service-under-test.ts";

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService(2, createEventCheck());
});
afterAll(() => service[Symbol.asyncDispose]());

async function get(path: string, apiKey: string): Promise<Response> {
  return await fetch(service.deployment.restUrl + path, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
}

async function untilStored(ids: readonly string[]): Promise<void> {
  const { sql } = service.deployment.database;
  await until("the messages to be stored", async () => {
    const rows = await sql`select id from messages where id = any(${[...ids]}::uuid[])`;
    return rows.length === ids.length;
  });
}

async function listed(stationId: number, apiKey: string): Promise<string[]> {
  const response = await get(`/v1/stations/${stationId}/messages`, apiKey);
  expect(response.status).toBe(200);
  return ((await response.json()) as Message[]).map(({ id }) => id);
}

test("a redacted message is 410 by id, and absent from lists, raw objects and a feed that is resumed", async () => {
  const { apiKey, station } = await service.addFeeder(1);
  const before = service.connect(0, { auth: { apiKey } });
  await before.receive("feed:authenticated");
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push(await service.send(station));
  const [first = "", second = "", secret = "", last = ""] = ids;
  await before.receive("feed:message", ({ id }) => id === last);
  await untilStored(ids);

  const done = await service.operate("redact", secret, "--reason", "private data");
  expect(done).toEqual({ redacted: 1, notThere: 0, logged: true });

  const answer = await get(`/v1/messages/${secret}`, apiKey);
  expect(answer.status).toBe(410);
  expect((await answer.json()) as Problem).toMatchObject({ status: 410, code: "gone" });
  expect(await listed(station.id, apiKey)).toEqual([last, second, first]);
  const { sql } = service.deployment.database;
  expect(await sql`select 1 from message_raws where id = ${secret}`).toHaveLength(0);
  const [kept] = await sql`select reason, redacted_by as by from redactions`;
  expect(kept).toMatchObject({ reason: "private data", by: expect.stringMatching(/./) });

  const back = service.connect(1, { auth: { apiKey, after: first } });
  await back.receive("feed:resumed", ({ recovered }) => recovered);
  const resumed = new Set(back.payloads("feed:message").map(({ id }) => id));
  expect([...resumed]).toEqual(expect.arrayContaining([second, last]));
  expect(resumed).not.toContain(secret);
});

test("who is connected goes on past a message that was taken away", async () => {
  const { apiKey, station } = await service.addFeeder(1);
  const client = service.connect(0, { auth: { apiKey } });
  await client.receive("feed:authenticated");
  const secret = await service.send(station);
  await client.receive("feed:message");
  await untilStored([secret]);
  await service.operate("redact", secret, "--reason", "private data");
  const next = await service.send(station);
  await client.receive("feed:message", ({ id }) => id === next);
  expect(client.events).not.toContain("feed:gap");
});

test("what a decoder joined of a redacted part is redacted when it comes, and leaves the feed", async () => {
  const { apiKey, station } = await service.addFeeder(1);
  const [secret, text] = ["PRIVATE PART", "PRIVATE PART AND THE REST"];
  const block = { tail: "N79CF", label: "H1", sublabel: "M1" };
  const first = { ...block, block_id: "1", msgno: "M77A", assstat: "in progress" };
  const last = { ...block, block_id: "2", msgno: "M77B", assstat: "complete" };
  const before = await service.send(station);
  const [part = ""] = await sendBlock(station, secret, first);
  await untilStored([before, part]);
  await service.operate("redact", part, "--reason", "private data");
  const [joined = ""] = await sendBlock(station, text, last);
  const after = await service.send(station);
  await untilStored([after]);

  expect((await get(`/v1/messages/${joined}`, apiKey)).status).toBe(410);
  expect(await listed(station.id, apiKey)).toEqual([after, before]);
  const { sql } = service.deployment.database;
  expect(await sql`select 1 from message_raws where id = ${joined}`).toHaveLength(0);
  await until("the message to leave the feed log", async () => {
    const client = service.connect(1, { auth: { apiKey, after: before } });
    await client.receive("feed:resumed", ({ recovered }) => recovered);
    await client.receive("feed:message", ({ id }) => id === after);
    client.socket.disconnect();
    return !client.payloads("feed:message").some(({ id }) => id === joined);
  });
});

async function sendBlock(station: { ident: string }, text: string, over: object) {
  return await postForIds(service.deployment, [acarsdecLine(station.ident, text, over)]);
}

test("of a station and a time nothing is redacted until it is confirmed; then all, each once", async () => {
  const { station, apiKey } = await service.addFeeder(1);
  const ids = [await service.send(station), await service.send(station)];
  await untilStored(ids);
  const hour = 3_600_000;
  const all = [
    ["--station", String(station.id), "--reason", "test transmissions"],
    ["--since", new Date(Date.now() - hour).toISOString()],
    ["--until", new Date(Date.now() + hour).toISOString()],
  ].flat();
  expect(await service.operate("redact", ...all)).toEqual({ redacted: 0, there: 2 });
  expect(await listed(station.id, apiKey)).toHaveLength(2);
  const yes = await service.operate("redact", ...all, "--yes");
  expect(yes).toEqual({ redacted: 2, notThere: 0, logged: true });
  expect(await listed(station.id, apiKey)).toEqual([]);
  const again = await service.operate("redact", ids[0] ?? "", "--reason", "again");
  expect(again).toEqual({ redacted: 0, notThere: 1, logged: true });
});

test("what was redacted is accounted for as stored", async () => {
  const { sql } = service.deployment.database;
  await expect.poll(() => unaccounted(sql)).toBe(0);
});

async function unaccounted(sql: Sql): Promise<number> {
  return (await readAccounting(sql)).unaccounted;
}

test.each([
  [["redact", "--reason", "x"], "pass message ids"],
  [["redact", "7", "--reason", "x"], "7 is not a message id"],
  [["redact", "--station", "1", "--reason", "x"], "--station requires"],
  [["redact", "--since", "yesterday", "--reason", "x"], "must be a time"],
  [["redact", "01940d7e-8a00-7000-8000-000000000001"], "--reason"],
])("%j is refused with what is wrong", async (argv, text) => {
  expect(JSON.stringify(await service.operate(...argv))).toContain(text);
});
