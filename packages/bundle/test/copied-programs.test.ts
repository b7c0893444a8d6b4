import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serviceNames } from "@jetwire/protocol";
import {
  createTestDatabase,
  freePorts,
  storeMessages,
  type TestDatabase,
  testMessage,
  testSigningKeySecret,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyPrograms } from "../src/copy-programs.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

let folder: string;
let at: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-programs-"));
  await copyPrograms(root, folder);
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const programOf = (name: string) => join(folder, "packages/bundle/dist", `${name}.js`);

test("a copy has no sources, and no packages that are part of the bundles", () => {
  for (const path of ["services", "packages/db/src/migrate.ts", "node_modules/express"]) {
    expect([path, existsSync(join(folder, path))]).toEqual([path, false]);
  }
  for (const name of [...serviceNames, "single", "jetwire", "simulator"]) {
    expect([name, existsSync(programOf(name))]).toEqual([name, true]);
  }
});

test("the command line of a copy migrates an empty database and fills it", async () => {
  const name = `${new URL(at.url).pathname.slice(1)}_empty`;
  await at.database.sql.unsafe(`create database ${name}`);
  const url = new URL(at.url);
  url.pathname = `/${name}`;
  const { stdout } = await run(process.execPath, [programOf("jetwire"), "migrate", "--json"], {
    cwd: folder,
    env: { DATABASE_URL: url.href },
  });
  expect(JSON.parse(stdout)).toMatchObject({ applied: expect.arrayContaining(["0001-baseline"]) });
});

test("the services of a copy become ready, and draw the card of a message", async () => {
  const [healthPort = 0, restPort = 0, gatewayPort = 0] = await freePorts(3);
  const { sql } = at.database;
  const [station] = await sql<{ id: number }[]>`
    insert into stations (ident) values ('AB-COPIED') returning id`;
  const message = testMessage({ stationId: station?.id ?? 0, text: "HELLO" });
  await storeMessages(sql, [{ message, flightKey: null }]);
  const child = spawn(process.execPath, [programOf("single")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      DATABASE_URL: at.url,
      REDIS_URL: at.redisUrl,
      JETWIRE_NAMESPACE: at.namespace,
      SIGNING_KEY_SECRET: testSigningKeySecret,
      INGEST_ADDRESS_SECRET: "an address secret of this test",
      SAMPLER_SECRET: "a sampler secret of this test",
      INGEST_JOURNAL_DIR: join(folder, "journal"),
      INGEST_HTTP_PORT: "0",
      INGEST_UDP_PORTS: "0",
      INGEST_TCP_PORTS: "0",
      GATEWAY_PORT: String(gatewayPort),
      REST_PORT: String(restPort),
      HEALTH_PORT: String(healthPort),
      REST_VIEWER_DIR: join(root, "services/viewer/public"),
      DRAIN_SECONDS: "0",
    },
  });
  const exited = once(child, "exit");
  const logged: Buffer[] = [];
  child.stdout?.on("data", (data: Buffer) => logged.push(data));
  try {
    await until("the services to be ready", async () => {
      if (child.exitCode !== null) throw new Error(Buffer.concat(logged).toString());
      const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => null);
      return answer?.ok;
    });
    const card = await fetch(`http://127.0.0.1:${restPort}/messages/${message.id}/card.png`);
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
  expect(child.exitCode).toBe(0);
});
