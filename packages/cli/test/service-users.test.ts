import { Database, roleUrl } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { runJetwire } from "./run-jetwire.ts";

const users = ["INGEST", "PERSISTER", "FANOUT", "SAMPLER", "GATEWAY", "REST", "CHORES", "OPERATOR"];
const passwords = Object.fromEntries(
  users.map((user) => [`${user}_PASSWORD`, `the password of ${user}`]),
);

test("redis-users prints a file with all users and no password in clear", async () => {
  const ran = await runJetwire(["redis-users"], { env: passwords });
  expect(ran.code).toBe(0);
  const lines = ran.stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ")[1])).toEqual(
    ["default", ...users.map((user) => `jw-${user.toLowerCase()}`)], // prettier-ignore
  );
  expect(ran.stdout).not.toContain("the password");
});

test.each([
  [{}, "passwords are not set"],
  [{ REST_PASSWORD: "short" }, "REST_PASSWORD"],
])("redis-users with %j is refused", async (env, reason) => {
  const ran = await runJetwire(["redis-users"], { env });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(reason);
});

test("migrate creates a role for each service if it gets their passwords", async () => {
  await using at = await createTestDatabase();
  const ran = await runJetwire(["migrate"], { env: { DATABASE_URL: at.url, ...passwords } });
  expect(ran.code).toBe(0);
  const url = roleUrl(at.url, "rest", passwords["REST_PASSWORD"] ?? "");
  await using rest = new Database(url, { log: createLogger("test", "silent"), max: 1 });
  expect(await rest.answers()).toBe(true);
});
