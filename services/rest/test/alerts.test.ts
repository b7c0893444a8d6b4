import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AlertRule, MessageIds } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let sql: Sql;
let other = "";
let ownId = 0;

beforeAll(async () => {
  rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  ({ sql } = rest.database.database);
  const stranger = await addKeyOwner(rest.database, "bob", "unlimited");
  other = stranger.key;
  ownId =
    (await db.stations.add(sql, { ident: "OWN", accountId: rest.accountId, sourceType: null }))
      ?.id ?? 0;
  const hidden = await db.stations.add(sql, {
    ident: "HIDDEN",
    accountId: stranger.accountId,
    sourceType: null,
  });
  await sql`update stations set hidden = true where id = ${hidden?.id ?? 0}`;
  const ids = new MessageIds(() => Date.now() - 60_000);
  const messages = Array.from({ length: 12 }, (_, n) => {
    const id = ids.next(0);
    // Two receptions of each transmission, and some by a hidden station.
    return [
      testMessage({
        id,
        groupId: id,
        stationId: rest.stationId,
        tail: "N-123",
        text: `CLIMB TO FL${n}`,
      }),
      testMessage({ id: ids.next(0), groupId: id, stationId: ownId, tail: "N-123" }),
      testMessage({ stationId: hidden?.id ?? 0, tail: "N-123" }),
    ];
  });
  await storeMessages(
    sql,
    messages.flat().map((message) => ({ message, flightKey: null })),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: unknown, credential = rest.key) =>
  ask(`${rest.url}/v1/alerts${path}`, credential, { method, body });

async function add(body: object, credential = rest.key): Promise<AlertRule> {
  const response = await send("POST", "", body, credential);
  expect(response.status).toBe(201);
  return AlertRule.parse(await response.json());
}

async function fieldOf(response: Response): Promise<string | undefined> {
  expect(response.status).toBe(400);
  const problem = z.object({ errors: z.array(z.object({ field: z.string() })) });
  return problem.parse(await response.json()).errors[0]?.field;
}

test("a rule is added, listed to its owner alone, changed and removed", async () => {
  const added = await add({ name: " Mine ", filter: { tail: "n-123", airline: "ual" } });
  expect(added).toMatchObject({
    name: "Mine",
    filter: { tail: "N123", airline: "UAL" },
    notify: true,
    email: false,
    mutedUntil: null,
  });
  expect(await (await send("GET", "")).json()).toContainEqual(added);
  expect(await (await send("GET", "", undefined, other)).json()).toEqual([]);
  const mutedUntil = "2030-01-01T00:00:00.000Z";
  for (const method of ["PATCH", "DELETE"]) {
    const body = method === "PATCH" ? { mutedUntil } : undefined;
    expect((await send(method, `/${added.id}`, body, other)).status).toBe(404);
  }
  const changed = await send("PATCH", `/${added.id}`, { mutedUntil });
  expect(await changed.json()).toEqual({ ...added, mutedUntil });
  expect(await (await send("PATCH", `/${added.id}`, { mutedUntil: null })).json()).toEqual(added);
  expect((await send("DELETE", `/${added.id}`)).status).toBe(204);
  expect((await send("DELETE", `/${added.id}`)).status).toBe(404);
  const log = await sql`
    select action from audit_log where object_id = ${added.id} order by id`;
  expect(log.map(({ action }) => String(action))).toEqual(["alert.add", "alert.remove"]);
});

async function preview(filter: object): Promise<unknown> {
  return await (await send("POST", "/preview", { filter })).json();
}

test("a preview counts the transmissions of the last day that the account may see", async () => {
  expect(await preview({ tail: "N123" })).toEqual({ matches: 12, more: false, hours: 24 });
  expect(await preview({ text: "to FL1" })).toMatchObject({ matches: 3 });
  expect(await preview({ tail: "N999" })).toMatchObject({ matches: 0 });
});

test("a rule of a station needs an own station, and a station has one", async () => {
  expect(await fieldOf(await send("POST", "", { name: "a", stationId: rest.stationId }))).toBe(
    "stationId",
  );
  await add({ name: "a", stationId: ownId });
  expect(await fieldOf(await send("POST", "", { name: "b", stationId: ownId }))).toBe("stationId");
});

test("mails need an address, and one click on their link stops them", async () => {
  const rule = { name: "a", filter: { flight: "UA123" }, notify: false, email: true };
  expect(await fieldOf(await send("POST", "", rule))).toBe("email");
  await sql`update accounts set email = 'alice@example.org' where id = ${rest.accountId}`;
  const added = await add(rule);
  const [row] = await sql<{ token: string }[]>`
    select stop_token as token from alert_rules where id = ${added.id}`;
  const url = `${rest.url}/v1/mail/stop/${row?.token}`;
  expect((await fetch(url)).status).toBe(405);
  // As mail programs send it (RFC 8058).
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  for (let n = 0; n < 2; n++) expect((await fetch(url, { method: "POST", body })).status).toBe(204);
  const rules = z.array(AlertRule).parse(await (await send("GET", "")).json());
  expect(rules.find(({ id }) => id === added.id)).toMatchObject({ email: false });
  const unknown = `${rest.url}/v1/mail/stop/${crypto.randomUUID()}`;
  expect((await fetch(unknown, { method: "POST" })).status).toBe(404);
});

describe("refusals name the field", () => {
  const filter = { tail: "N123" };
  test.each([
    ["name", { filter }],
    ["name", { name: "", filter }],
    ["name", { name: "x".repeat(65), filter }],
    ["name", { name: "a\u202eb", filter }],
    ["name", { name: "a\u0000b", filter }],
    ["filter", { name: "a" }],
    ["filter", { name: "a", filter: {} }],
    ["filter", { name: "a", filter: { sourceType: ["acars"] } }],
    ["filter", { name: "a", filter, stationId: 1 }],
    ["filter.text", { name: "a", filter: { text: "a b" } }],
    ["filter.bbox", { name: "a", filter: { bbox: [0, 5, 0, 4] } }],
    ["filter.decoded", { name: "a", filter: { decoded: ["none"] } }],
    ["filter.no_such", { name: "a", filter: { ...filter, no_such: 1 } }],
    ["filter.flight", { name: "a", filter: { flight: "123" } }],
    ["notify", { name: "a", filter, notify: false }],
    ["mutedUntil", { name: "a", filter, mutedUntil: "tomorrow" }],
    ["stationId", { name: "a", stationId: 2 ** 31 }],
  ])("%s: %j", async (field, body) => {
    expect(await fieldOf(await send("POST", "", body))).toBe(field);
  });
});

test("an account has at most 50 rules, also if they are added at once", async () => {
  const { key, accountId } = await addKeyOwner(rest.database, "many", "unlimited");
  for (let n = 0; n < 49; n++) {
    await sql`
      insert into alert_rules (account_id, name, filter, notify, email)
      values (${accountId}, 'x', '{"tail":"N1"}', true, false)`;
  }
  const rule = { name: "a", filter: { tail: "N1" } };
  expect((await send("POST", "", rule, key)).status).toBe(201);
  expect(await fieldOf(await send("POST", "", rule, key))).toBe("name");
});
