import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runJetwire } from "./run-jetwire.ts";

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "jetwire-init-"));
});
afterAll(() => rm(parent, { recursive: true }));

test("init creates each missing secret and never changes one", async () => {
  const folder = join(parent, "secrets");
  const first = await runJetwire(["init", "--secrets", folder, "--json"]);
  expect(first.code).toBe(0);
  expect(first.json()).toMatchObject({
    created: expect.arrayContaining(["postgres-password", "rest-password", "sampler-secret"]),
    kept: [],
  });
  const password = await readFile(join(folder, "rest-password"), "utf8");
  expect(password).toMatch(/^[\w-]{43}\n$/);
  expect(await readFile(join(folder, "smtp-password"), "utf8")).toBe("");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  await rm(join(folder, "sampler-secret"));
  const again = await runJetwire(["init", "--secrets", folder, "--json"]);
  expect(again.json()).toMatchObject({ created: ["sampler-secret"] });
  expect(await readFile(join(folder, "rest-password"), "utf8")).toBe(password);
});

test("migrate and redis-users read the passwords that init created", async () => {
  const folder = join(parent, "passwords");
  await runJetwire(["init", "--secrets", folder]);
  const users = ["ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores"];
  const env = Object.fromEntries(
    [...users, "operator"].map((user) => [
      `${user.toUpperCase()}_PASSWORD_FILE`,
      join(folder, `${user}-password`),
    ]),
  );
  const ran = await runJetwire(["redis-users", "--json"], { env });
  expect(ran.json()).toMatchObject({ users: expect.arrayContaining(["jw-rest", "jw-operator"]) });
  const missing = { ...env, REST_PASSWORD_FILE: join(folder, "none") };
  const refused = await runJetwire(["redis-users"], { env: missing });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("REST_PASSWORD_FILE");
});
