import * as db from "@jetwire/db";
import { FoundUser } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let token = "";
const ids = new Map<string, string>();

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const names = [
    "bobby",
    "Bob_1",
    "bobX1",
    "bob-blocked",
    "bob-blocker",
    "bob-ended",
    "bob-banned",
  ];
  for (const name of names) ids.set(name, (await db.accounts.add(sql, name))?.id ?? "");
  for (let n = 0; n < 25; n++) await db.accounts.add(sql, `many-${String(n).padStart(2, "0")}`);
  await db.chat.addBlock(sql, rest.accountId, ids.get("bob-blocked") ?? "");
  await db.chat.addBlock(sql, ids.get("bob-blocker") ?? "", rest.accountId);
  await db.accounts.end(sql, "bob-ended");
  await db.sessions.setBanned(sql, ids.get("bob-banned") ?? "", true, {
    kind: "system",
    name: "test",
  });
  const opened = await ask(`${rest.url}/v1/auth/sessions`, rest.key, { method: "POST" });
  ({ token } = z.object({ token: z.string() }).parse(await opened.json()));
});
afterAll(() => rest[Symbol.asyncDispose]());

async function namesOf(name: string): Promise<string[]> {
  const response = await ask(`${rest.url}/v1/users?name=${encodeURIComponent(name)}`, token);
  expect(response.status).toBe(200);
  return z
    .array(FoundUser)
    .parse(await response.json())
    .map(({ username }) => username);
}

test("users are found by the beginning of their name, in any case; blocked, ended and banned ones are not", async () => {
  expect(await namesOf("BOB")).toEqual(["Bob_1", "bobby", "bobX1"]);
  expect(await namesOf("bobby")).toEqual(["bobby"]);
  expect(await namesOf("ob_1")).toEqual([]);
});

test("who asks is not found", async () => {
  expect(await namesOf("alice")).toEqual([]);
});

async function nameOf(id: string | undefined): Promise<string | number> {
  const response = await ask(`${rest.url}/v1/users/${id}`, token);
  return response.ok ? FoundUser.parse(await response.json()).username : response.status;
}

test("a user is read by id; blocked, ended and banned ones, and who asks, are not found", async () => {
  expect(await nameOf(ids.get("Bob_1"))).toBe("Bob_1");
  const others = ["bob-blocked", "bob-blocker", "bob-ended", "bob-banned"];
  const answers = await Promise.all(others.map((name) => nameOf(ids.get(name))));
  expect(answers).toEqual([404, 404, 404, 404]);
  expect(await nameOf(rest.accountId)).toBe(404);
  expect(await nameOf(crypto.randomUUID())).toBe(404);
  expect(await nameOf("bob")).toBe(404);
});

test("characters of patterns stand for themselves", async () => {
  expect(await namesOf("bob_")).toEqual(["Bob_1"]);
  expect(await namesOf("bob%")).toEqual([]);
  expect(await namesOf("%%%")).toEqual([]);
  expect(await namesOf("\\\\\\")).toEqual([]);
});

test("at most 20 are returned, by name", async () => {
  const names = await namesOf("many-");
  expect(names).toHaveLength(20);
  expect(names).toEqual(names.toSorted());
});

test.each([
  ["", "name"],
  ["?name=ab", "name"],
  ["?name=%00ab", "name"],
  ["?name=abc&name=abd", "name"],
])("%j is refused by the name of the parameter", async (query, field) => {
  const response = await ask(`${rest.url}/v1/users${query}`, token);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field }] });
});

test("an API key does not find users", async () => {
  expect((await ask(`${rest.url}/v1/users?name=bob`, rest.key)).status).toBe(403);
});
