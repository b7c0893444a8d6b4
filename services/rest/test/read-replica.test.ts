import { createMessageIds, Message, type Problem } from "@jetwire/protocol";
import { startReplicatedDatabase, storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, startReplica } from "./rest-under-test.ts";

// Not the latest ones: those may come from the stream.
const ids = createMessageIds(() => Date.now() - 60_000);

const stack = new AsyncDisposableStack();
let database: Awaited<ReturnType<typeof startReplicatedDatabase>>;
let url = "";
let key = "";

beforeAll(async () => {
  database = stack.use(await startReplicatedDatabase());
  await database.database
    .sql`insert into tiers (name, requests_per_minute) values ('unlimited', 1000000)`;
  ({ key } = await addKeyOwner(database, "alice", "unlimited"));
  ({ url } = stack.use(await startReplica(database, { DATABASE_READ_URL: database.replica.url })));
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

test("lists are unavailable without the replica, and what the primary has is not", async () => {
  await database.replica.stop();
  const response = await ask(`${url}/v1/messages`, key);
  expect(response.status).toBe(503);
  expect((await response.json()) as Problem).toMatchObject({ code: "unavailable" });
  expect((await ask(`${url}/v1/keys`, key)).status).toBe(200);
});
