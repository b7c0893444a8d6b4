import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, startS3, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, runJetwire } from "./run-jetwire.ts";

const signer = { keyId: "the-key", secret: "a secret", region: "eu-central-1" };
const target = ["--target", "s3://bucket/of/jetwire"];
const stack = new AsyncDisposableStack();
let at: TestDatabase;
let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;
let secrets: string;
let recoveryKey: string;
beforeAll(async () => {
  at = stack.use(await createTestDatabase());
  s3 = stack.use(await startS3(signer));
  folder = await mkdtemp(join(tmpdir(), "jetwire-backup-"));
  secrets = join(folder, "secrets");
  const made = await runJetwire(["init", "--secrets", secrets, "--json"]);
  ({ recoveryKey } = made.json() as { recoveryKey: string });
});
afterAll(async () => {
  await stack.disposeAsync();
  await rm(folder, { recursive: true });
});

async function jetwire(
  args: readonly string[],
  stdin?: string,
  over: Readonly<Record<string, string>> = {},
) {
  const recipient = await readFile(join(secrets, "backup-recipient"), "utf8");
  const env = {
    DATABASE_URL: at.url,
    BACKUP_RECIPIENT: recipient.trim(),
    BACKUP_SEALED_SECRETS: join(secrets, "backup-sealed-secrets"),
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_REGION: signer.region,
    BACKUP_S3_KEY: signer.keyId,
    BACKUP_S3_SECRET: signer.secret,
    ...over,
  };
  return await runJetwire([...args, "--json"], { env, ...(stdin === undefined ? {} : { stdin }) });
}

async function readFiles(of: string): Promise<Record<string, string>> {
  const names = (await readdir(of)).filter((name) => name !== "backup-sealed-secrets");
  const read = async (name: string) => [name, await readFile(join(of, name), "utf8")] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

test("secrets that were sealed are restored from a bucket as they were, and overwrite none", async () => {
  const variables = join(folder, "compose.env");
  await writeFile(variables, "DOMAIN=jetwire.example\n");
  const unsealed = await jetwire(["backup", "now", ...target]);
  expect(errorOf(unsealed).message).toContain("run `jetwire backup seal`");
  expect([...s3.objects.keys()]).toEqual([]);

  const sealed = await jetwire(["backup", "seal", "--secrets", secrets, "--env", variables]);
  expect(sealed).toMatchObject({ code: 0, stderr: "" });
  const taken = await jetwire(["backup", "now", ...target]);
  expect(taken).toMatchObject({ code: 0 });
  const { name } = taken.json() as { name: string };
  expect([...s3.objects.keys()].toSorted()).toEqual(
    ["json", "secrets.age", "sql.zst.age"].map((ending) => `of/jetwire/${name}.${ending}`),
  );
  const listed = await jetwire(["restore", "list", ...target]);
  expect(listed.json()).toMatchObject({ backups: [{ name, verified: "rows" }], unfinished: [] });

  const to = join(folder, "restored");
  await mkdir(to);
  const restore = ["restore", "secrets", ...target, "--recovery-key", "-", "--to", to];
  const restored = await jetwire(restore, `# of a test\n${recoveryKey}\n`);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(await readFiles(join(to, "secrets"))).toEqual(await readFiles(secrets));
  expect(await readFile(join(to, "compose.env"), "utf8")).toBe("DOMAIN=jetwire.example\n");
  const again = await jetwire(restore, recoveryKey);
  expect(errorOf(again)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("exists: remove it, or choose another folder"),
  });
  expect(s3.refused).toEqual([]);
}, 120_000);

test("another recovery key and a back-up that is not there are refused, and nothing is written", async () => {
  const to = join(folder, "none");
  const other = join(folder, "other");
  const made = await runJetwire(["init", "--secrets", other, "--json"]);
  const foreign = (made.json() as { recoveryKey: string }).recoveryKey;
  const restore = ["restore", "secrets", ...target, "--recovery-key", "-", "--to", to];
  const closed = await jetwire(restore, foreign);
  expect(errorOf(closed).message).toContain("the recovery key is not that of this back-up");
  const missing = await jetwire([...restore, "20200101T000000Z-0000"], recoveryKey);
  expect(errorOf(missing)).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("s3://bucket/of/jetwire/ has no back-up 20200101T000000Z"),
  });
  await expect(readdir(to)).rejects.toThrow("ENOENT");
});

test("a restore replaces a database whose service nobody operates, and empties Redis of its copies", async () => {
  const url = db.backups.siblingUrl(at.url, `${db.backups.databaseNameOf(at.url)}_new`);
  await db.backups.createDatabase(at.url, db.backups.databaseNameOf(url));
  await db.migrate(url);
  await using redis = await openTestRedis(at.redisUrl);
  const { keys } = openStores(redis, at.namespace);
  await redis.hset(keys.stationIds, "XX-COPY", "7");
  const servers = {
    DATABASE_URL: url,
    REDIS_URL: at.redisUrl,
    JETWIRE_NAMESPACE: at.namespace,
  };
  const restore = ["restore", "run", ...target, "--recovery-key", "-"];

  const without = await jetwire(restore, recoveryKey, {
    ...servers,
    REDIS_URL: "redis://127.0.0.1:1",
  });
  expect(errorOf(without)).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("Redis does not answer: start it"),
  });
  const other = await jetwire([...restore, "--replace", "other"], recoveryKey, servers);
  expect(errorOf(other)).toMatchObject({ code: "usage" });

  const restored = await jetwire(restore, recoveryKey, servers);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.json()).toMatchObject({
    former: expect.stringContaining("_new_before_"),
    redisEmptied: true,
  });
  expect(await redis.exists(keys.stationIds)).toBe(0);

  await using operated = new db.Database(url, { log: createLogger("test", "silent"), max: 1 });
  await operated.sql`insert into accounts (username, role) values ('boss', 'operator')`;
  const connected = await jetwire(restore, recoveryKey, servers);
  expect(errorOf(connected)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("pass --replace"),
  });
}, 120_000);
