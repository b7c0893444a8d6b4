import * as db from "@jetwire/db";
import type { Notification, SessionGrant } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let token: string;
beforeAll(async () => {
  rest = await startRest();
  const answer = await ask(`${rest.url}/v1/auth/sessions`, rest.key, { method: "POST" });
  ({ token } = (await answer.json()) as SessionGrant);
  const { sql } = rest.database.database;
  const added = { userId: rest.accountId, body: "", data: {} };
  await db.notifications.add(sql, { ...added, type: "alert.match", title: "first alert" });
  await db.notifications.add(sql, { ...added, type: "chat.message", title: "message" });
  await db.notifications.add(sql, { ...added, type: "alert.match", title: "second alert" });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function titles(query: string): Promise<readonly string[]> {
  const answer = await ask(`${rest.url}/v1/notifications${query}`, token);
  expect(answer.status).toBe(200);
  const listed = (await answer.json()) as readonly Notification[];
  return listed.map(({ title }) => title);
}

test("notifications are listed newest first, all of them or those of one type", async () => {
  expect(await titles("")).toEqual(["second alert", "message", "first alert"]);
  expect(await titles("?type=alert.match")).toEqual(["second alert", "first alert"]);
  expect(await titles("?type=station.offline&unread=true")).toEqual([]);
});

test("a type that does not exist is refused with the ones that do", async () => {
  const answer = await ask(`${rest.url}/v1/notifications?type=weather`, token);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain("must be one of chat.message");
});
