import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, startS3, type TestDatabase } from "@jetwire/testbed";
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

async function jetwire(args: readonly string[], stdin?: string) {
  const recipient = await readFile(join(secrets, "backup-recipient"), "utf8");
  const env = {
    DATABASE_URL: at.url,
    BACKUP_RECIPIENT: recipient.trim(),
    BACKUP_SEALED_SECRETS: join(secrets, "backup-sealed-secrets"),
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_REGION: signer.region,
    BACKUP_S3_KEY: signer.keyId,
    BACKUP_S3_SECRET: signer.secret,
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
