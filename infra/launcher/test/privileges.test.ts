import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describeUnless } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Instance, startInstance } from "../src/index.ts";
import { runCommand } from "../src/processes/run-command.ts";
import { readableClone } from "../src/readable-clone.ts";
import { dataHome } from "../src/servers/data-home.ts";
import { canRead, systemUser } from "../src/servers/system-user.ts";

const isRoot = process.getuid?.() === 0;
const missing = isRoot && process.platform === "linux" ? null : "needs root on Linux";

function uidsOf(pid: number): readonly number[] {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, ...uids] = /^Uid:\s+(.*)$/m.exec(status)?.[0].split(/\s+/) ?? [];
  return uids.map(Number);
}

function maskOf(pid: number): string | undefined {
  return /^Umask:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
}

describe("an instance", () => {
  let instance: Instance;
  beforeAll(async () => {
    instance = await startInstance({});
  }, 240_000);
  afterAll(() => instance[Symbol.asyncDispose](), 60_000);

  test("has no process that runs as root, except the launcher", async () => {
    const { services } = await instance.readyNow();
    expect(services.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["redis", "postgres", "ingest", "persister", "gateway", "rest"]),
    );
    const expected = await Promise.all(
      services.map(async ({ name }) => {
        const user = name === "redis" || name === "postgres" ? name : "jetwire";
        return { name, uid: (await systemUser(user))?.uid ?? process.getuid?.() };
      }),
    );
    const found = services.map(({ name, pid }) => ({ name, uids: uidsOf(pid ?? 0) }));
    expect(found).toEqual(expected.map(({ name, uid }) => ({ name, uids: [uid, uid, uid, uid] })));
  });

  test("creates files that their user alone can read", async () => {
    const { services } = await instance.readyNow();
    const masks = services.map(({ name, pid }) => [name, maskOf(pid ?? 0)]);
    expect(masks).toEqual(services.map(({ name }) => [name, "0077"]));
  });

  test("keeps data, logs and secrets private", () => {
    const mode = (path: string) => (statSync(join(instance.data, path)).mode & 0o777).toString(8);
    expect(mode(".")).toBe(isRoot ? "711" : "700");
    for (const folder of ["journal-0", "redis", "postgres", "logs"]) {
      expect([folder, mode(folder)]).toEqual([folder, "700"]);
    }
    for (const file of ["secrets.json", "ready.json", "redis/users.acl", "postgres/password"]) {
      expect([file, mode(file)]).toEqual([file, "600"]);
    }
    const journal = readdirSync(join(instance.data, "journal-0"), { withFileTypes: true });
    for (const { name } of journal.filter((entry) => entry.isFile())) {
      expect([name, mode(`journal-0/${name}`)]).toEqual([name, "600"]);
    }
  });

  test("refuses Redis to a client without a password", async () => {
    const redis = new URL(instance.ready.redis);
    const ask = ["-h", redis.hostname, "-p", redis.port];
    const asked = await runCommand("redis-cli", [...ask, "DBSIZE"], { timeoutMs: 10_000 });
    expect(`${asked.stdout}${asked.stderr}`).toContain("NOAUTH");
  });
});

describeUnless(missing, "a clone that the services' user cannot enter", () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), "jetwire-clone-"));
    chmodSync(parent, 0o700);
    mkdirSync(join(parent, "packages", "one"), { recursive: true, mode: 0o700 });
    writeFileSync(join(parent, "packages", "one", "main.ts"), "export {};\n", { mode: 0o600 });
    writeFileSync(join(parent, "package.json"), "{}\n", { mode: 0o644 });
  });
  afterAll(() => rmSync(parent, { recursive: true }));
  const clone = () => ({ root: parent, node: join(parent, "package.json") });

  test("is copied for that user, and its own files and modes stay as they are", async () => {
    const owner = await systemUser("jetwire");
    if (owner === undefined) throw new Error("root has a system user");
    const lines: string[] = [];
    const copied = await readableClone(clone(), owner, {
      dataDir: parent,
      dev: false,
      print: (line) => lines.push(line),
    });
    expect(copied.root).not.toBe(parent);
    expect(copied.node).toBe(join(copied.root, "package.json"));
    expect(await canRead(owner, join(copied.root, "packages", "one", "main.ts"))).toBe(true);
    expect(lines.join()).toContain(`cannot read ${parent}`);
    expect(statSync(join(parent, "packages", "one", "main.ts")).mode & 0o777).toBe(0o600);
    expect(statSync(parent).mode & 0o777).toBe(0o700);
    rmSync(copied.root, { recursive: true });
  });

  test("is refused for --dev, with what to do", async () => {
    const owner = await systemUser("jetwire");
    const options = { dataDir: parent, dev: true, print: () => undefined };
    await expect(readableClone(clone(), owner, options)).rejects.toThrow("move the clone out");
  });

  test("has its data moved to a folder of that user, which later starts find", async () => {
    const owner = await systemUser("jetwire");
    const dir = join(parent, "journal-0");
    mkdirSync(dir);
    writeFileSync(join(dir, "segment"), "entries");
    const home = await dataHome(dir, owner);
    expect(home).not.toContain(parent);
    expect(readFileSync(join(home, "segment"), "utf8")).toBe("entries");
    expect(statSync(join(home, "segment")).uid).toBe(owner?.uid);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(await dataHome(dir, owner)).toBe(home);
    rmSync(home, { recursive: true });
  });
});
