import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { makeRecoveryKey, RestoreOffer, sealRequest } from "@jetwire/backup";
import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, startWorkerProcess, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { runJetwire } from "./run-jetwire.ts";

const log = createLogger("test", "silent");
const signingKeySecret = "the secret of this deployment, long enough";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Takes a back-up of a service with an operator, and makes the database of an instance that nobody operates. */
async function startRestorer() {
  await using stack = new AsyncDisposableStack();
  const at = stack.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), "jetwire-restore-"));
  stack.defer(() => rm(folder, { recursive: true }));
  await at.database.sql`insert into accounts (username, role) values ('boss', 'operator')`;
  await at.database.sql`
    insert into signing_keys (kid, public_jwk, private_jwk) 
    values ('of-another-secret', '{}', '{"ciphertext":""}')`;
  const secrets = join(folder, "secrets");
  const made = await runJetwire(["init", "--secrets", secrets, "--json"]);
  const { recoveryKey } = made.json() as { recoveryKey: string };
  const url = db.backups.siblingUrl(at.url, `${db.backups.databaseNameOf(at.url)}_new`);
  const env = {
    REDIS_URL: at.redisUrl,
    JETWIRE_NAMESPACE: at.namespace,
    BACKUP_TARGET: join(folder, "backups"),
    BACKUP_RECIPIENT: (await readFile(join(secrets, "backup-recipient"), "utf8")).trim(),
    SIGNING_KEY_SECRET: signingKeySecret,
  };
  const taken = await runJetwire(["backup", "now", "--json"], { env: { ...env, DATABASE_URL: at.url } }); // prettier-ignore
  const { name } = taken.json() as { name: string };
  await db.backups.createDatabase(at.url, db.backups.databaseNameOf(url));
  await db.migrate(url);
  const redis = stack.use(await openTestRedis(at.redisUrl));
  const { restoreDesk: desk, keys } = openStores(redis, at.namespace);
  const serving = runJetwire(["restore", "serve", "--json"], {
    env: { ...env, DATABASE_URL: url },
  });
  const offered = async () =>
    RestoreOffer.safeParse(JSON.parse((await desk.readOffer()) ?? "null")).data;
  const recipient = await until("the offer", async () => (await offered())?.recipient);
  const opened = stack.move();
  return {
    url,
    name,
    recoveryKey,
    redis,
    keys,
    serving,
    servers: { databaseUrl: url, redisUrl: at.redisUrl, namespace: at.namespace },
    state: async () => (await offered())?.state,
    ask: async (key: string) =>
      await desk.ask(await sealRequest({ name, recoveryKey: key }, recipient)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test("a restore that the page asks for exchanges the databases while no service runs", async () => {
  await using restorer = await startRestorer();
  const { name, url, redis, keys, servers } = restorer;
  expect(await restorer.state()).toMatchObject({ backups: [{ name }], running: null });
  await redis.hset(keys.stationIds, "XX-COPY", "7");
  await using before = await startWorkerProcess(servers, "fanout");
  await restorer.ask(restorer.recoveryKey);
  await until("the service to end", () => !isAlive(before.pid), 60_000);
  // As a supervisor does. It waits until the databases are exchanged.
  await using after = await startWorkerProcess(servers, "fanout");

  const ran = await restorer.serving;
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.json()).toEqual({ restored: name });
  await using restored = new db.Database(url, { log, max: 1 });
  expect(await restored.sql`select username from accounts`).toEqual([{ username: "boss" }]);
  // They are encrypted by the secret of another deployment, so nobody could sign with them.
  expect(await restored.sql`select from signing_keys`).toHaveLength(0);
  expect(await redis.exists(keys.stationIds)).toBe(0);
  expect(isAlive(after.pid)).toBe(true);
}, 180_000);

test("another recovery key restores nothing, and the offer says why; it ends when somebody operates the service", async () => {
  await using restorer = await startRestorer();
  const { key } = await makeRecoveryKey();
  await restorer.ask(key);
  const problem = await until("the problem", async () => (await restorer.state())?.problem);
  expect(problem).toBe("the recovery key is not that of this back-up");
  await using present = new db.Database(restorer.url, { log, max: 1 });
  expect(await present.sql`select from accounts`).toHaveLength(0);
  await present.sql`insert into accounts (username, role) values ('first', 'operator')`;
  const ran = await restorer.serving;
  expect(ran.json()).toEqual({ restored: null });
}, 120_000);

test("without a target there is nothing to offer", async () => {
  const ran = await runJetwire(["restore", "serve"], {
    env: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", BACKUP_TARGET: "" },
  });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to offer") });
});
