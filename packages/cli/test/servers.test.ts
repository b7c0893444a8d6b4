import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { startOperated } from "./operated.ts";
import { errorOf, runJetwire } from "./run-jetwire.ts";

test("--data names the running instance, else .data, else the environment", async () => {
  await using at = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "jetwire-cli-"));
  const ready = { redis: at.redisUrl, postgres: at.url, services: [] };
  await writeFile(join(folder, "ready.json"), JSON.stringify({ ...ready, rest: "http://x" }));
  const listed = await runJetwire(["dead-letters", "list", "--data", folder, "--json"]);
  expect(listed.code).toBe(0);
  await rm(folder, { recursive: true });
  const missing = await runJetwire(["dead-letters", "list", "--data", folder, "--json"]);
  expect(errorOf(missing).code).toBe("no_servers");
  expect(errorOf(await runJetwire(["dead-letters", "list", "--json"])).code).toBe("no_servers");
});

test("a database that isn't there or has no tables is said plainly", async () => {
  const away = { DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
  const refused = await runJetwire(["dead-letters", "list", "--json"], { env: away });
  expect(errorOf(refused).code).toBe("unavailable");
  await using empty = await createTestDatabase();
  await empty.database.sql.unsafe("drop schema public cascade");
  await empty.database.sql.unsafe("create schema public");
  const env = { DATABASE_URL: empty.url };
  expect(errorOf(await runJetwire(["dead-letters", "list", "--json"], { env })).code).toBe(
    "not_migrated",
  );
  const migrated = await runJetwire(["migrate", "--json"], { env });
  expect(migrated.json()).toMatchObject({ applied: expect.arrayContaining(["0001-baseline"]) });
  expect((await runJetwire(["dead-letters", "list"], { env })).stdout).toBe("no dead letters\n");
});

test("on the host the key of the running instance is used without a login", async () => {
  await using at = await startOperated();
  const folder = await mkdtemp(join(tmpdir(), "jetwire-cli-"));
  const { JETWIRE_URL: rest, JETWIRE_KEY: operatorKey } = at.env;
  const ready = { rest, redis: at.redisUrl, postgres: at.url, services: [] };
  await writeFile(join(folder, "ready.json"), JSON.stringify(ready));
  await writeFile(join(folder, "secrets.json"), JSON.stringify({ operatorKey }));
  const others = { JETWIRE_URL: "https://other.example", JETWIRE_KEY: "jw_other" };
  const asked = await runJetwire(["whoami", "--data", folder], { env: others });
  expect(asked.stdout).toBe(`operator at ${rest}\n`);
  await rm(folder, { recursive: true });
});
