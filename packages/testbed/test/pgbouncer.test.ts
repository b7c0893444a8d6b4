import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Database, migrate, roleUrl } from "@jetwire/db";
import { freePorts } from "@jetwire/launcher";
import { Message, serviceNames } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import { servicePassword } from "../src/servers/service-credentials.ts";
import { isInstalled } from "../src/checks/is-installed.ts";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  describeUnless,
  postLines,
  startDeployment,
  until,
  withPort,
} from "../src/index.ts";

const guide = new URL("../../../docs/operations/sizing.md", import.meta.url);
const missing = isInstalled("pgbouncer") ? null : "no pgbouncer on the PATH";
const log = createLogger("test", "silent");

/** A PgBouncer with the settings of the guide. */
interface PgBouncer extends AsyncDisposable {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

describeUnless(missing, "services that reach Postgres through PgBouncer", () => {
  const stack = new AsyncDisposableStack();
  let pgbouncer: PgBouncer;
  let jw: Deployment;
  let key: string;

  beforeAll(async () => {
    pgbouncer = stack.use(await openPgBouncer());
    await pgbouncer.start();
    const workers = { persister: 1, fanout: 1, sampler: 1, chores: 1 };
    jw = stack.use(await startDeployment({ workers, poolerPort: pgbouncer.port }));
    const name = new URL(jw.databaseUrl).pathname.slice(1);
    await jw.database.sql.unsafe(blockOf("sql").replaceAll("jetwire_", `${name}_`)).simple();
    // Connections that were opened before have the former settings.
    await pgbouncer.stop();
    await pgbouncer.start();
    ({ apiKey: key } = await addFeeder(jw, "pooled", "POOLED-1"));
  });
  afterAll(() => stack.disposeAsync());

  async function send(...texts: readonly string[]): Promise<void> {
    await postLines(
      jw,
      texts.map((text) => acarsdecLine("POOLED-1", text)),
    );
  }

  async function listed(): Promise<readonly (string | null)[] | number> {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${jw.restUrl}/v1/messages`, { headers });
    if (response.status !== 200) return response.status;
    return Message.array()
      .parse(await response.json())
      .map(({ text }) => text)
      .toSorted((a, b) => (a ?? "").localeCompare(b ?? ""));
  }

  test("have the time limits and the planning that the guide sets for their roles", async () => {
    const limits: Record<string, string> = {};
    for (const service of serviceNames) {
      const url = withPort(roleUrl(jw.databaseUrl, service, servicePassword), pgbouncer.port);
      await using database = new Database(url, { log, max: 1, statementTimeoutMs: 1 });
      const [row] = await database.sql<{ limit: string; plans: string }[]>`
        select current_setting('statement_timeout') as limit,
          current_setting('plan_cache_mode') as plans`;
      limits[service] = `${row?.limit} ${row?.plans}`;
    }
    expect(limits).toEqual({
      chores: "1min auto",
      fanout: "10s auto",
      gateway: "10s auto",
      ingest: "10s auto",
      persister: "10s auto",
      rest: "2s force_custom_plan",
      sampler: "10s auto",
    });
  });

  test("have a database that its owner has migrated without these limits", async () => {
    const { sql } = jw.database;
    const empty = new URL(withPort(jw.databaseUrl, pgbouncer.port));
    empty.pathname += "_empty";
    const name = empty.pathname.slice(1);
    await sql.unsafe(`create database ${name}`);
    try {
      expect((await migrate(empty.href)).applied).toContain("0001-baseline");
      await using database = new Database(empty.href, { log, max: 1, statementTimeoutMs: 1 });
      const [row] = await database.sql<{ limit: string }[]>`
        select current_setting('statement_timeout') as limit`;
      expect(row?.limit).toBe("0");
    } finally {
      await sql.unsafe(`drop database ${name} with (force)`);
    }
  });

  test("pass a message on to a feed and to REST", async () => {
    using feed = await connectFeed(jw.gatewayUrls[0] ?? "", key);
    await send("FIRST");
    await until("the feed to have it", () => feed.received.some(({ text }) => text === "FIRST"));
    await expect.poll(listed).toEqual(["FIRST"]);
  });

  test("store what they accept while PgBouncer is down, once it is back", async () => {
    using feed = await connectFeed(jw.gatewayUrls[1] ?? "", key);
    await pgbouncer.stop();
    await send("SECOND", "THIRD");
    await expect.poll(listed).toBe(503);
    await pgbouncer.start();
    await expect.poll(listed).toEqual(["FIRST", "SECOND", "THIRD"]);
    await until("the feed to have them", () => feed.received.length === 2);
    expect(feed.received.map(({ text }) => text)).toEqual(["SECOND", "THIRD"]);
  });
});

/** Writes the settings of the guide, with the ports and the owner of this test's servers. */
async function openPgBouncer(): Promise<PgBouncer> {
  const postgres = new URL(inject("postgresUrl"));
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), "jetwire-pgbouncer-"));
  // As root, PgBouncer runs as another user, who must be able to read them.
  chmodSync(folder, 0o755);
  const users = join(folder, "userlist.txt");
  writeFileSync(users, `"${postgres.username}" "${postgres.password}"\n`);
  const settings = [
    [/^jetwire = .*$/m, `* = host=127.0.0.1 port=${postgres.port}`],
    [/^listen_addr = .*$/m, "listen_addr = 127.0.0.1\nunix_socket_dir ="],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_user = .*$/m, `auth_user = ${postgres.username}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
  ] as const;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    settings.reduce((text, [line, own]) => replaced(text, line, own), blockOf("ini")),
  );
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  let running: { stop(): Promise<void> } | null = null;
  async function stop(): Promise<void> {
    await running?.stop();
    running = null;
  }
  return {
    port,
    async start() {
      const child = spawn("pgbouncer", [...asUser, file], { cwd: "/", stdio: "ignore" });
      const ended = once(child, "exit");
      running = {
        async stop() {
          child.kill("SIGKILL");
          await ended;
        },
      };
      await using database = new Database(withPort(postgres.href, port), { log, max: 1 });
      await until("PgBouncer to answer", async () => {
        if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
        return (await database.answers()) === true;
      });
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the block of the guide's section on PgBouncer that is written in this language. */
function blockOf(language: "ini" | "sql"): string {
  const section = readFileSync(guide, "utf8").split("\n## PgBouncer\n")[1] ?? "";
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m").exec(section)?.[1];
  if (block === undefined) throw new Error(`the guide has no ${language} for PgBouncer`);
  return block;
}

function replaced(text: string, line: RegExp, own: string): string {
  if (!line.test(text)) throw new Error(`the guide's settings have no line like ${line.source}`);
  return text.replace(line, own);
}
