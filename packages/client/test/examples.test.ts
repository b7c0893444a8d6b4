import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type ChatMessage, type Message, messageIdFloor } from "@jetwire/protocol";
import {
  addFeeder,
  compileCache,
  type Deployment,
  type Feeder,
  startDeployment,
} from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { followFeed } from "../examples/feed-in-a-page.ts";
import { connectRealtime, type Realtime } from "../src/index.ts";
import { issueToken, post } from "./deployed.ts";

let jw: Deployment;
let alice: Feeder;
let dir: string;
let environment: Record<string, string>;
const scripts: Script[] = [];
const open: Realtime[] = [];

/** An example as users run it. */
interface Script {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
}

beforeAll(async () => {
  jw = await startDeployment({
    gateways: 1,
    environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" },
  });
  alice = await addFeeder(jw, "alice", "EXAMPLE-A");
  dir = await mkdtemp(join(tmpdir(), "jetwire-examples-"));
  environment = {
    JETWIRE_URL: jw.restUrl,
    JETWIRE_REALTIME: jw.gatewayUrls[0] ?? "",
    JETWIRE_KEY: alice.apiKey,
  };
});
afterEach(async () => {
  for (const { child } of scripts.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await end(child, "SIGKILL");
  }
  await Promise.all(open.splice(0).map((realtime) => realtime.close()));
});
afterAll(async () => {
  await jw[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

function run(name: string, args: readonly string[] = [], more: object = {}): Script {
  const path = new URL(`../examples/${name}`, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env["PATH"], ...compileCache, ...environment, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (written.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (written.err += data.toString()));
  const script = { child, out: () => written.out, err: () => written.err };
  scripts.push(script);
  return script;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

async function storedIds(): Promise<string[]> {
  const rows = await jw.database.sql<{ id: string }[]>`select id from messages order by id`;
  return rows.map(({ id }) => id);
}

test("archive-feed.ts: killed and restarted, its archive is complete", async () => {
  const archive = join(dir, "messages.ndjson");
  const archived = async () => {
    const text = await readFile(archive, "utf8").catch(() => "");
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as Message).id);
  };
  let script = run("archive-feed.ts", [archive]);
  await expect.poll(script.err).toContain("connected");
  await post(jw, "EXAMPLE-A", 40);
  await expect.poll(async () => (await archived()).length).toBeGreaterThan(5);
  await end(script.child, "SIGKILL");
  await post(jw, "EXAMPLE-A", 40);

  script = run("archive-feed.ts", [archive]);
  await expect.poll(async () => new Set(await archived()).size).toBe(80);
  await expect.poll(async () => (await storedIds()).length).toBe(80);
  expect([...new Set(await archived())]).toEqual(await storedIds());
  expect(await end(script.child, "SIGTERM")).toBe(0);

  script = run("archive-feed.ts", [archive]);
  await expect.poll(script.err).toContain("connected");
  await post(jw, "EXAMPLE-A", 1);
  await expect.poll(async () => new Set(await archived()).size).toBe(81);
  await expect.poll(async () => (await storedIds()).length).toBe(81);
  expect([...new Set(await archived())]).toEqual(await storedIds());
});

test("watch-aircraft.ts: prints what comes, and why a watch is refused", async () => {
  const script = run("watch-aircraft.ts", ["N77EX"]);
  await expect.poll(script.err).toContain("watching N77EX");
  await post(jw, "EXAMPLE-A", 1, { tail: "N77EX" });
  await expect.poll(script.out).toMatch(/^\d{4}-.* \d+ CLIENT \d+\n$/);
  expect(await end(script.child, "SIGTERM")).toBe(0);
  const refused = run("watch-aircraft.ts", ["not a tail"]);
  await once(refused.child, "exit");
  expect(refused.err()).toContain("filter.tail: must be a tail");
});

test("archive-feed.ts: messages that the feed no longer has are read by REST", async () => {
  const archive = join(dir, "away.ndjson");
  const longAgo = messageIdFloor(Date.UTC(2020, 0, 1));
  await writeFile(`${archive}.position`, longAgo);
  const own = async () => {
    const rows = await jw.database.sql<{ id: string }[]>`
      select id from messages where station_id = ${alice.stationIds[0] ?? 0} order by id`;
    return rows.map(({ id }) => id);
  };
  const { length: storedBefore } = await own();
  await post(jw, "EXAMPLE-A", 3);
  await post(jw, "EXAMPLE-X", 3);
  // The persister stores four times a second.
  await expect.poll(async () => (await own()).length).toBe(storedBefore + 3);
  run("archive-feed.ts", [archive]);
  await expect
    .poll(async () => {
      const text = await readFile(archive, "utf8").catch(() => "");
      const lines = text.split("\n").slice(0, -1);
      return lines.map((line) => (JSON.parse(line) as Message).id).toSorted();
    })
    .toEqual(await own());
});

test("feed-in-a-page.ts: the page continues where it was", async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const shown: string[] = [];
  const show = ({ id }: Message): void => void shown.push(id);
  const url = jw.gatewayUrls[0] ?? "";
  const page = followFeed(url, alice.apiKey, show, storage);
  open.push(page);
  await expect.poll(() => page.connection.state).toBe("connected");
  await post(jw, "EXAMPLE-A", 2);
  await expect.poll(() => shown.length).toBe(2);
  await page.close();
  await post(jw, "EXAMPLE-A", 3);
  open.push(followFeed(url, alice.apiKey, show, storage));
  await expect.poll(() => shown.length).toBe(5);
  // The feed may be ahead of Postgres.
  await expect.poll(async () => (await storedIds()).slice(-5)).toEqual(shown);
});

test("firehose.ts: prints matching messages, and the mistake of an invalid filter", async () => {
  const script = run("firehose.ts", ["7F"]);
  await expect.poll(script.err).toContain("filter:");
  await post(jw, "EXAMPLE-A", 1, { tail: "N1HOSE" });
  await post(jw, "EXAMPLE-A", 1, { tail: "N2HOSE", label: "7F" });
  await expect.poll(script.out).toContain("EXAMPLE-A N2HOSE CLIENT");
  expect(script.out()).not.toContain("N1HOSE");
  expect(await end(script.child, "SIGTERM")).toBe(0);

  const wrong = run("firehose.ts", ["too long"]);
  const [code] = (await once(wrong.child, "close")) as [number];
  expect(code).toBe(1);
  expect(wrong.err()).toContain("filter.label: must be a label of two characters, for example H1");
});

test("monitor-stations.ts: prints the messages of a station", async () => {
  const [id = 0] = alice.stationIds;
  const script = run("monitor-stations.ts", [String(id), "999999"]);
  await expect.poll(script.err).toContain(`monitoring ${id}`);
  await expect.poll(script.err).toContain("Station not found");
  await post(jw, "EXAMPLE-A", 1, { tail: "N3MON" });
  await expect.poll(script.out).toContain("EXAMPLE-A 5Z N3MON CLIENT");
});

test("chat.ts: answers", async () => {
  const bob = await addFeeder(jw, "bob", "EXAMPLE-B");
  const script = run("chat.ts", [], { JETWIRE_TOKEN: await issueToken(jw, "bob", 600) });
  const token = await issueToken(jw, "alice", 600);
  const asker = connectRealtime({ url: jw.gatewayUrls[0] ?? "", token });
  open.push(asker);
  await expect.poll(() => asker.presence.online.has(bob.userId)).toBe(true);
  const answers: ChatMessage[] = [];
  asker.on("chat:message:new", (message) => {
    if (message.senderId === bob.userId) answers.push(message);
  });
  const { id } = await asker.chat.send({ recipientId: bob.userId, body: "Anybody there?" });
  await expect
    .poll(() => answers)
    .toMatchObject([{ body: "You said “Anybody there?”.", clientId: `re-${id}` }]);
  await expect.poll(script.out).toContain(`answered ${answers[0]?.id}`);
});

test("read-messages.ts: prints a flight's messages, and the mistake of an invalid one", async () => {
  await post(jw, "EXAMPLE-A", 2, { flight: "UA0123" });
  await expect.poll(async () => (await storedIds()).length).toBeGreaterThan(2);
  const script = run("read-messages.ts", ["UA123"]);
  await once(script.child, "close");
  expect(script.err()).toContain("requests a minute");
  expect(script.out().match(/CLIENT/g)).toHaveLength(3);
  expect(script.out()).toContain("flightNumber: 'UA0123'");

  const wrong = run("read-messages.ts", ["a flight of no airline"]);
  const [code] = (await once(wrong.child, "close")) as [number];
  expect(code).toBe(1);
  expect(wrong.err()).toMatch(/400 invalid_request \[\s+\{ field: 'flight'/);
});

test("the README lists the examples and quotes them", async () => {
  const folder = new URL("../", import.meta.url);
  const readme = await readFile(new URL("README.md", folder), "utf8");
  const names = [...readme.matchAll(/\]\((examples\/[\w.-]+)\)/g)].map(([, name = ""]) => name);
  const examples = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  const there = await readdir(new URL("examples", folder));
  expect(names.toSorted()).toEqual(there.map((name) => `examples/${name}`).toSorted());
  const blocks = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) {
    const isThere = examples.some((code) => withoutSpace(code).includes(withoutSpace(block)));
    expect(isThere ? "" : block).toBe("");
  }
});

function withoutSpace(code: string): string {
  return code.replaceAll(/\s/g, "");
}
