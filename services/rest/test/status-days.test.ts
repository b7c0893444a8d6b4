import * as db from "@jetwire/db";
import { StatusHistory } from "@jetwire/protocol";
import { createTestDatabase, startTcpProxy, withPort } from "@jetwire/testbed";
import { expect, inject, onTestFinished, test } from "vitest";
import { startReplica } from "./rest-under-test.ts";

const hourMs = 3_600_000;

async function createDays() {
  const database = await createTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const hourOf = (ms: number) => new Date(Math.floor(ms / hourMs) * hourMs).toISOString();
  const now = Date.now();
  const hours = [
    { hour: hourOf(now), sent: 10, arrived: 10 },
    { hour: hourOf(now - 48 * hourMs), sent: 200, arrived: 199 },
    { hour: hourOf(now - 88 * 24 * hourMs), sent: 100, arrived: 50 },
    { hour: hourOf(now - 91 * 24 * hourMs), sent: 100, arrived: 0 },
  ];
  await db.health.addHours(database.database.sql, hours);
  const dayOf = (index: number) => hours[index]?.hour.slice(0, 10);
  return { database, dayOf };
}

async function pageOf(url: string): Promise<string> {
  const response = await fetch(`${url}/status`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  return await response.text();
}

test("the last 90 days are shown with what was lost, and announcements with them", async () => {
  const { database, dayOf } = await createDays();
  const announced = {
    text: "<b>Maintenance</b>",
    level: "info",
    from: new Date(Date.now() - hourMs).toISOString(),
    until: null,
  } as const;
  await db.announcements.publish(database.database.sql, announced, {
    kind: "system",
    name: "jetwire",
  });
  await using rest = await startReplica(database);
  const days = async () =>
    StatusHistory.parse(await (await fetch(`${rest.url}/v1/status/days`)).json());
  await expect.poll(async () => (await days()).asOf).not.toBeNull();
  expect((await days()).days).toEqual([
    { day: dayOf(2), sent: 100, arrived: 50 },
    { day: dayOf(1), sent: 200, arrived: 199 },
    { day: dayOf(0), sent: 10, arrived: 10 },
  ]);
  const page = await pageOf(rest.url);
  expect(page).toContain("83.54 % of the test messages arrived");
  expect(page).toContain(`<li class="bad" title="${dayOf(2)}: 50 % arrived">`);
  expect(page).toContain(`<li class="some" title="${dayOf(1)}: 99.5 % arrived">`);
  expect(page).toContain(`<li class="good" title="${dayOf(0)}: 100 % arrived">`);
  expect(page.match(/<li class="none"/g)).toHaveLength(87);
  expect(page).toContain("<td>1 of 200</td>");
  expect(page).toContain("&lt;b&gt;Maintenance&lt;/b&gt;");
});

test("a service without canary messages says that there are none", async () => {
  await using database = await createTestDatabase();
  await using rest = await startReplica(database);
  await expect.poll(() => pageOf(rest.url)).toContain("No test messages have been sent yet.");
});

test("while Postgres does not answer, the days are shown, also by a process that started then", async () => {
  const { database, dayOf } = await createDays();
  const { hostname, port } = new URL(inject("postgresUrl"));
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const through = { DATABASE_URL: withPort(database.url, proxy.port) };
  await using rest = await startReplica(database, through);
  await expect.poll(() => pageOf(rest.url)).toContain("All parts work.");
  await expect.poll(() => pageOf(rest.url)).toContain(`${dayOf(2)}: 50 % arrived`);
  proxy.freeze();
  await expect
    .poll(() => pageOf(rest.url), { timeout: 10_000 })
    .toMatch(/Not all parts work.*postgres: /);
  expect(await pageOf(rest.url)).toContain(`${dayOf(2)}: 50 % arrived`);
  await using later = await startReplica(database, through);
  await expect
    .poll(() => pageOf(later.url), { timeout: 10_000 })
    .toContain(`${dayOf(2)}: 50 % arrived`);
  await proxy.recover();
});
