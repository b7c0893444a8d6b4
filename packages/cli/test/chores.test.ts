import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { jobName } from "@jetwire/protocol";
import { createTestDatabase, programOf, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  at = await createTestDatabase();
  env = {
    DATABASE_URL: at.url,
    REDIS_URL: at.redisUrl,
    JETWIRE_NAMESPACE: at.namespace,
    CHORES_LOCK_MS: "500",
  };
});
afterAll(() => at[Symbol.asyncDispose]());

async function jetwire(...args: string[]): Promise<Ran> {
  return await runJetwire(args, { env });
}

interface State {
  readonly job: string;
  readonly everySeconds: number | null;
  readonly succeededAt: string | null;
  readonly result: Record<string, unknown> | null;
  readonly failures: number;
  readonly error: string | null;
  readonly nextAt: string | null;
}

async function states(): Promise<Map<string, State>> {
  const listed = (await jetwire("chores", "--json")).json() as State[];
  return new Map(listed.map((state) => [state.job, state]));
}

test("a job that isn't there is refused with those that are", async () => {
  const ran = await jetwire("chores", "run", "drop-everything");
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(
    `job drop-everything not found: use one of ${Object.values(jobName).join(", ")}`,
  );
  expect((await jetwire("chores", "nonsense")).code).toBe(2);
  expect((await jetwire("chores", "run", "drop-chat", "--wait", "soon")).code).toBe(2);
});

test("a queue that does not answer is an error at once", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const dead = { ...env, CHORES_REDIS_URL: `redis://127.0.0.1:${port}` };
  for (const args of [["chores"], ["chores", "run", "drop-chat"]]) {
    const began = performance.now();
    const ran = await runJetwire([...args, "--json"], { env: dead });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(ran.code).toBe(1);
    expect(ran.json()).toMatchObject({ error: { code: "unavailable" } });
  }
  server.close();
  const { REDIS_URL: _, ...without } = env;
  const unknown = await runJetwire(["chores", "--json"], { env: without });
  expect(unknown.json()).toMatchObject({ error: { code: "no_servers" } });
});

test("without a service jobs aren't scheduled, and one that nobody takes is taken back", async () => {
  const listed = await states();
  expect([...listed.keys()]).toEqual(Object.values(jobName));
  expect(new Set([...listed.values()].map(({ everySeconds }) => everySeconds))).toEqual(
    new Set([null]),
  );
  for (let i = 0; i < 2; i++) {
    const ran = await jetwire("chores", "run", "drop-chat", "--wait", "1", "--json");
    expect(ran.code).toBe(1);
    expect(ran.json()).toEqual({ job: "drop-chat", state: "waiting" });
  }
});

describe("with a service", () => {
  let service: ChildProcess;
  beforeAll(async () => {
    service = spawn(process.execPath, [programOf("chores")], {
      env: { ...process.env, ...env, LOG_LEVEL: "silent" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await until(
      "every job to have run",
      async () => [...(await states()).values()].every(({ succeededAt }) => succeededAt !== null),
      30_000,
    );
  });
  afterAll(async () => {
    service.kill("SIGTERM");
    if (service.exitCode === null) await once(service, "exit");
  });
  afterEach(async () => {
    await at.database.sql`alter table if exists aside rename to chat_messages`;
  });

  test("each job has its schedule, its last run and what it did", async () => {
    const listed = await states();
    expect(listed.get("watch-stations")).toMatchObject({ everySeconds: 60, failures: 0 });
    expect(listed.get("drop-chat")).toMatchObject({
      everySeconds: 3_600,
      result: { messages: 0, threads: 0 },
      error: null,
    });
    expect(Date.parse(listed.get("drop-chat")?.nextAt ?? "")).toBeGreaterThan(Date.now());
    const { stdout } = await jetwire("chores");
    expect(stdout).toMatch(/^drop-chat +1h .* threads 0, messages 0 .* ok$/m);
    expect(stdout).toMatch(/^watch-stations +1m /m);
  });

  test("a requested job runs now, and its result is printed", async () => {
    const { sql } = at.database;
    await sql`insert into message_counts values (now() - interval '9 years', 1, 'acars', 5)`;
    const before = (await states()).get("drop-counts")?.succeededAt ?? "";
    const ran = await jetwire("chores", "run", "drop-counts");
    expect(ran).toMatchObject({
      code: 0,
      stdout:
        "drop-counts is done: counts 1, hfChannels 0, hfPaths 0, vdlChannels 0, vdlReach 0, vdlHandovers 0, cells 0\n",
    });
    expect(await sql`select 1 from message_counts`).toHaveLength(0);
    const after = (await states()).get("drop-counts")?.succeededAt ?? "";
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
    const again = await jetwire("chores", "run", "drop-counts", "--json");
    expect(again.json()).toEqual({
      job: "drop-counts",
      state: "done",
      result: {
        counts: 0,
        hfChannels: 0,
        hfPaths: 0,
        vdlChannels: 0,
        vdlReach: 0,
        vdlHandovers: 0,
        cells: 0,
      },
    });
  });

  test("several who ask for one at once all get it", async () => {
    const asked = [1, 2, 3].map(() => jetwire("chores", "run", "drop-sessions", "--json"));
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  test("one that fails says why, in the list too, until it has succeeded again", async () => {
    await at.database.sql`alter table chat_messages rename to aside`;
    const ran = await jetwire("chores", "run", "drop-chat", "--json");
    expect(ran.code).toBe(1);
    const error = 'relation "chat_messages" does not exist';
    expect(ran.json()).toEqual({ job: "drop-chat", state: "failed", error });
    expect((await states()).get("drop-chat")).toMatchObject({
      error,
      failures: 1,
      result: { messages: 0, threads: 0 },
    });
    const { stdout } = await jetwire("chores");
    expect(stdout).toMatch(/^drop-chat .* failing$/m);
    expect(stdout).toMatch(
      /^drop-chat last failed at .* \(1 times since its last success\): relation/m,
    );
    await at.database.sql`alter table aside rename to chat_messages`;
    expect((await jetwire("chores", "run", "drop-chat")).code).toBe(0);
    expect((await states()).get("drop-chat")).toMatchObject({ error, failures: 0 });
  });
});
