import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import * as db from "@jetwire/db";
import { Database } from "@jetwire/db";
import { type Instance, startInstance } from "@jetwire/launcher";
import { type IngestAnswer, type Overview, serviceNames } from "@jetwire/protocol";
import { createLogger, pause } from "@jetwire/runtime";
import { acarsdecLine, connectFeed, connectToFeed, openTestRedis, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";

interface LogLine {
  readonly name: string;
  readonly level: number;
  readonly msg: string;
  readonly alarm?: string;
}

interface Doctor {
  readonly wrong: readonly object[];
  readonly processes: {
    readonly alive: readonly { readonly service: string; readonly ready: boolean }[];
  };
}

const sentMax = 2_000;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({}, { oneProcess: true });
}, 240_000);
afterAll(() => instance[Symbol.asyncDispose](), 60_000);

test("receives messages, delivers them to a feed and stores them for REST", async () => {
  const { rest, ws, ingest, services } = instance.ready;
  expect(services.map(({ name }) => name)).toEqual(["redis", "postgres", "single"]);
  const key = await addFeeder("SIM-ONE");
  using client = await connectFeed(ws, key);
  const bodies = Array.from({ length: 20 }, (_, n) => `FROM ONE PROCESS ${n}`);
  await sendDatagrams(
    ingest.udp[0] ?? 0,
    bodies.map((body, n) => acarsdecLine("SIM-ONE", body, { msgno: `M${10 + n}A` })),
  );
  await until("the feed to have all messages", () => client.received.length >= bodies.length);
  expect(new Set(client.received.map(({ text }) => text))).toEqual(new Set(bodies));
  expect(client.received).toHaveLength(bodies.length);
  await until("REST to have all messages", async () => {
    const stored = (await get(
      `${rest}/v1/messages?station=SIM-ONE&limit=50`,
      key,
    )) as readonly object[];
    return stored.length === bodies.length;
  });
});

test("doctor and the overview show every service as a process that is ready", async () => {
  const doctor = (await instance.jetwire("doctor")) as Doctor;
  expect(doctor.wrong).toEqual([]);
  const named = doctor.processes.alive.map(({ service, ready }) => ({ service, ready }));
  expect(named.toSorted(byService)).toEqual(
    serviceNames.map((service) => ({ service, ready: true })).toSorted(byService),
  );
  const secrets = readFileSync(join(instance.data, "secrets.json"), "utf8");
  const { operatorKey } = JSON.parse(secrets) as { operatorKey: string };
  const url = `${instance.ready.rest}/v1/operator/overview`;
  const { processes: listed } = (await get(url, operatorKey)) as Overview;
  expect(listed.map(({ service }) => service).toSorted()).toEqual([...serviceNames].toSorted());
  expect(new Set(listed.map(({ id }) => id)).size).toBe(serviceNames.length);
});

test("one port has the metrics of all services, each described once, and the process's once", async () => {
  const { health } = singleOf(instance.ready);
  const metrics = await fetch(`${health}/metrics`).then((response) => response.text());
  for (const service of serviceNames) {
    expect(metrics).toContain(`jetwire_ready{service="${service}",replica="0"} 1`);
  }
  const described = [...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  expect(described).toEqual([...new Set(described)]);
  expect(metrics.match(/^process_resident_memory_bytes\{/gm)).toHaveLength(1);
});

test("each service uses a user of its own in Redis and Postgres", async () => {
  const silent = createLogger("test", "silent");
  await using database = new Database(instance.ready.postgres, { log: silent, max: 1 });
  const rows = await database.sql<{ role: string }[]>`
    select distinct usename as role from pg_stat_activity where application_name like 'jetwire-%'`;
  const roles = rows.map(({ role }) => role);
  expect(roles).toEqual(expect.arrayContaining(["jetwire_ingest", "jetwire_persister"]));
  await using redis = await openTestRedis(instance.ready.redis);
  const clients = String(await redis.client("LIST"));
  for (const service of serviceNames) expect(clients).toContain(`user=jw-${service} `);
});

test("F-06: killed while messages arrive, it is started again, and loses none that it accepted", async () => {
  const { rest, ws, ingest } = instance.ready;
  const key = await addFeeder("SIM-KILLED");
  using client = connectToFeed(ws, key, ({ text }) => text ?? "");
  await until("the feed to begin", () => client.connects === 1);
  const accepted: string[] = [];
  const sending = new AbortController();
  const sent = sendUntilAborted(ingest.http, accepted, sending.signal);
  await until("messages to be accepted", () => accepted.length >= 30);
  const before = singleOf(await instance.readyNow());
  process.kill(before.pid ?? 0, "SIGKILL");
  const count = accepted.length + 30;
  await until("messages to be accepted again", () => accepted.length >= count);
  sending.abort();
  await sent;
  await untilReplaced(before.pid);
  const missing = (known: ReadonlySet<string>) => accepted.filter((body) => !known.has(body));
  await until("the feed to have all", () => missing(client.receipts.keys).length === 0);
  expect(client.connects).toBeGreaterThanOrEqual(2);
  expect(client.gaps).toBe(0);
  const url = `${rest}/v1/messages?station=SIM-KILLED&limit=100`;
  const stored = await until("REST to have all", async () => {
    const texts = ((await get(url, key)) as { readonly text: string }[]).map(({ text }) => text);
    return missing(new Set(texts)).length === 0 && texts;
  });
  expect(stored.toSorted()).toEqual([...new Set(stored)].toSorted());
});

test("stops cleanly, and is started again", async () => {
  const before = singleOf(await instance.readyNow());
  process.kill(before.pid ?? 0, "SIGTERM");
  await untilReplaced(before.pid);
  const lines = readFileSync(join(instance.data, "logs", "single-0.log"), "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []));
  expect(lines).toContainEqual(expect.objectContaining({ name: "single", msg: "stopping" }));
  // On a busy machine a health check may miss its deadline, which is an alarm that ends by itself.
  const failures = lines.filter(({ level, alarm }) => level >= 50 && alarm === undefined);
  expect(failures).toEqual([]);
});

function singleOf({ services }: Instance["ready"]) {
  const single = services.find(({ name }) => name === "single");
  if (single === undefined) throw new Error("ready.json names no process of all services");
  return single;
}

async function untilReplaced(pidBefore: number | null): Promise<void> {
  await until("another process to be ready", async () => {
    const { pid, health } = singleOf(await instance.readyNow());
    if (pid === null || pid === pidBefore) return false;
    return (await fetch(`${health}/readyz`).catch(() => null))?.ok === true;
  });
}

/** Sends messages one after another, each once. @param accepted gets the bodies of those that ingest accepted */
async function sendUntilAborted(
  url: string,
  accepted: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; n < sentMax && !signal.aborted; n++) {
    const text = `SENT WHILE KILLED ${n}`;
    const line = acarsdecLine("SIM-KILLED", text, { msgno: `K${n % 90}A` });
    if (await isAccepted(url, line)) accepted.push(text);
    await pause(10);
  }
}

async function isAccepted(url: string, body: string): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body });
    return ((await response.json()) as Partial<IngestAnswer>).accepted === 1;
  } catch {
    return false;
  }
}

function byService(a: { service: string }, b: { service: string }): number {
  return a.service.localeCompare(b.service);
}

async function addFeeder(ident: string): Promise<string> {
  const silent = createLogger("test", "silent");
  await using database = new Database(instance.ready.postgres, { log: silent, max: 1 });
  const account = await db.accounts.add(database.sql, ident);
  const accountId = account?.id ?? "";
  await db.stations.add(database.sql, { ident, accountId, sourceType: null });
  const issued = await instance.jetwire("keys", "issue", "--account", ident);
  return (issued as { readonly key: string }).key;
}

async function sendDatagrams(port: number, lines: readonly string[]): Promise<void> {
  const socket = createSocket("udp4");
  try {
    for (const line of lines) {
      await new Promise<void>((resolve, reject) => {
        socket.send(line, port, "127.0.0.1", (error) => (error ? reject(error) : resolve()));
      });
    }
  } finally {
    socket.close();
  }
}

async function get(url: string, key: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return await response.json();
}
