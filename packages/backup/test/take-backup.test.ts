import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTestDatabase,
  storeMessages,
  testMessage,
  type TestDatabase,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeRecoveryKey,
  openFolderStore,
  readCatalog,
  takeBackup,
  verifyStored,
} from "../src/index.ts";

let at: TestDatabase;
let folder: string;
beforeAll(async () => {
  at = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "jetwire-backup-"));
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test("a back-up is verified by restoring it", async () => {
  const { recipient, key } = await makeRecoveryKey();
  const store = openFolderStore(folder);
  const signal = new AbortController().signal;
  const manifest = await takeBackup(
    store,
    {
      databaseUrl: at.url,
      sealedSecrets: async () => null,
      recipient,
      verify: "rows",
      freeBytes: async () => null,
    },
    { now: Date.now, signal },
  );
  console.log(manifest.database, await readdir(folder));
  expect((await readCatalog(store)).backups).toEqual([manifest]);
  await verifyStored(store, manifest, { mode: "rows", key, databaseUrl: at.url, signal });
});
