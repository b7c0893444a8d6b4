import { backupRoleUrl, type BackupState, createBackupRole } from "@jetwire/db";
import { createTestDatabase, startS3, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepBackups, makeRecoveryKey, sealSecrets } from "../src/index.ts";
import { openS3Store } from "../src/stores/s3-store.ts";

const signer = { keyId: "the-key", secret: "the secret/of+the store", region: "eu-central-1" };
const password = "a password of back-ups";
const stack = new AsyncDisposableStack();
let at: TestDatabase;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  at = stack.use(await createTestDatabase());
  s3 = stack.use(await startS3(signer));
  await createBackupRole(at.url, password);
});
afterAll(() => stack.disposeAsync());

function openStore(secretAccessKey = signer.secret) {
  const { keyId: accessKeyId, region } = signer;
  const access = { accessKeyId, secretAccessKey, region };
  return openS3Store({ bucket: "bucket", prefix: "of/jetwire/", endpoint: s3.endpoint, ...access });
}

/** Returns a time later than that of the last run, as the clock of the store tells it. */
const later = () => new Date(Date.now() + 1);

test("what is changed or missing in a store is found by the next run, and a wrong secret opens nothing", async () => {
  const { recipient } = await makeRecoveryKey();
  const sources = {
    databaseUrl: backupRoleUrl(at.url, password),
    sealedSecrets: () => sealSecrets({ "secrets/a": "1" }, recipient),
    recipient,
    verify: "rows" as const,
    freeBytes: () => Promise.resolve(null),
  };
  const schedule = { hour: 0, rotation: { daily: 7, weekly: 0, monthly: 0 } };
  let before: BackupState | null = null;
  const run = async () => {
    const kept = await keepBackups(openStore(), sources, schedule, {
      now: Date.now,
      signal: new AbortController().signal,
      before,
    });
    before = kept.state;
    return kept;
  };
  const first = await run();
  expect(first.taken).toHaveLength(1);
  expect(s3.refused).toEqual([]);
  expect([...s3.objects.keys()].every((key) => key.startsWith("of/jetwire/"))).toBe(true);
  expect(await run()).toMatchObject({ taken: [], checked: 0, state: { damaged: [] } });

  const [name = ""] = first.taken;
  const key = `of/jetwire/${name}.sql.zst.age`;
  const whole = s3.objects.get(key)?.bytes ?? Buffer.alloc(0);
  const changed = Buffer.from(whole);
  changed[changed.length >> 1]! ^= 1;
  s3.objects.set(key, { bytes: changed, changedAt: later() });
  const reason = expect.stringContaining("it differs from its checksum");
  const damaged = { damaged: [{ name, reason }], newest: null };
  expect(await run()).toMatchObject({ checked: 1, state: damaged });
  s3.objects.set(key, { bytes: whole, changedAt: later() });
  expect(await run()).toMatchObject({ checked: 1, state: { damaged: [], newest: { name } } });

  s3.objects.delete(`of/jetwire/${name}.secrets.age`);
  const missing = expect.stringContaining("secrets.age cannot be read");
  expect(await run()).toMatchObject({ state: { damaged: [{ name, reason: missing }] } });
  await expect(openStore("another secret").list()).rejects.toThrow(/403|SignatureDoesNotMatch/);
}, 120_000);
