import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import { Message, MessageIds, type Problem, Status } from "@jetwire/protocol";
import {
  startReplicatedDatabase,
  startTcpProxy,
  storeMessages,
  testMessage,
  withPort,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestReplica, startReplica } from "./rest-under-test.ts";

// Not the latest ones: those may come from the stream.
const ids = new MessageIds(() => Date.now() - 60_000);

const stack = new AsyncDisposableStack();
let database: Awaited<ReturnType<typeof startReplicatedDatabase>>;
let primary: Awaited<ReturnType<typeof startTcpProxy>>;
let rest: RestReplica;
let url = "";
let key = "";

beforeAll(async () => {
  database = stack.use(await startReplicatedDatabase());
  await database.database
    .sql`insert into tiers (name, requests_per_minute) values ('unlimited', 1000000)`;
  ({ key } = await addKeyOwner(database, "alice", "unlimited"));
  primary = stack.use(await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(database.url).port) })); // prettier-ignore
  rest = stack.use(
    await startReplica(database, {
      DATABASE_URL: withPort(database.url, primary.port),
      DATABASE_READ_URL: database.replica.url,
    }),
  );
  ({ url } = rest);
}, 120_000);
afterAll(() => stack.disposeAsync());

async function store(): Promise<string> {
  const message = testMessage({ id: ids.next(0) });
  await storeMessages(database.database.sql, [{ message, flightKey: null }]);
  return message.id;
}

async function listed(credential = key): Promise<string[]> {
  const response = await ask(`${url}/v1/messages`, credential);
  expect(response.status).toBe(200);
  return Message.array()
    .parse(await response.json())
    .map(({ id }) => id);
}

test("messages are read from the replica, and listed once it has them", async () => {
  const first = await store();
  await expect.poll(() => listed()).toEqual([first]);
  await database.pauseReplica();
  const second = await store();
  expect(await listed()).toEqual([first]);
  await database.resumeReplica();
  await expect.poll(() => listed()).toEqual([second, first]);
});

test("a key is known at once, although the replica does not have it yet", async () => {
  await database.pauseReplica();
  const { key: issued } = await addKeyOwner(database, "bob", "unlimited");
  expect(await listed(issued)).toEqual(await listed());
  expect((await ask(`${url}/v1/me`, issued)).status).toBe(200);
  await database.resumeReplica();
});

async function status(): Promise<Status> {
  return Status.parse(await (await fetch(`${url}/v1/status`)).json());
}

test("the status shows what an ingest has just reported, although the replica does not have it yet", async () => {
  await database.pauseReplica();
  const counts = { offered: 1, accepted: 1, appended: 1, duplicates: {}, notAMessage: {}, rejected: {}, limited: {}, kernelDrops: 0, journalBytes: 4_711 }; // prettier-ignore
  await db.accounting.writeLedger(
    database.database.sql,
    randomUUID(),
    { counts, generation: 1 },
    { waitingMs: 0, clockSkewMs: null },
  );
  await expect.poll(async () => (await status()).journalBytes).toBe(4_711);
  await database.resumeReplica();
});

test("the status says that the primary does not answer, although the replica does", async () => {
  primary.freeze();
  await expect.poll(async () => (await status()).postgres, { timeout: 10_000 }).toBe(false);
  await primary.recover();
  await expect.poll(async () => (await status()).postgres, { timeout: 10_000 }).toBe(true);
});

test("lists are unavailable without the replica, and what the primary has is not", async () => {
  await database.replica.stop();
  const response = await ask(`${url}/v1/messages`, key);
  expect(response.status).toBe(503);
  expect((await response.json()) as Problem).toMatchObject({ code: "unavailable" });
  expect((await ask(`${url}/v1/keys`, key)).status).toBe(200);
});

test("without the replica the process stays ready with an alarm, and the status tells it apart from the primary", async () => {
  await database.replica.stop();
  await expect
    .poll(() => rest.readiness(), { timeout: 10_000 })
    .toMatchObject({ ready: true, alarms: { "postgres-replica": expect.any(String) } });
  // The alarm of the primary may last from the test before until the next check.
  await expect
    .poll(async () => Object.keys((await rest.readiness()).alarms), { timeout: 10_000 })
    .toEqual(["postgres-replica"]);
  await expect.poll(async () => (await status()).degraded).toHaveLength(1);
  expect(await status()).toMatchObject({
    postgres: true,
    journalBytes: expect.any(Number),
    degraded: [{ part: "postgres", reason: expect.stringContaining("replica") }],
  });
  expect(await rest.metrics()).toMatch(/^jetwire_service_store_up\{store="postgres"\} 1$/m);
});
