import { Writable } from "node:stream";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestReplica, startReplica } from "./rest-under-test.ts";

const stack = new AsyncDisposableStack();
const lines: { level: string; msg: string }[] = [];
let database: TestDatabase;
let rest: RestReplica;

beforeAll(async () => {
  database = stack.use(await createTestDatabase());
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const environment = {
    REST_TRUSTED_PROXIES: "127.0.0.1",
    REST_ANONYMOUS_PER_MINUTE: "1000",
  };
  const log = createLogger("rest", "info", 0, sink);
  rest = stack.use(await startReplica(database, environment, log));
});
afterAll(() => stack.disposeAsync());

/** An anonymous viewer of the page at an address, behind the balancer. */
async function viewerAt(address: string) {
  const headers = { "x-forwarded-for": address, "x-forwarded-proto": "https" };
  const origin = `https://127.0.0.1:${rest.port}`;
  const opened = await fetch(`${rest.url}/v1/auth/sessions`, {
    method: "POST",
    headers: { ...headers, origin },
  });
  const { token } = (await opened.json()) as { token: string };
  return async () =>
    await fetch(`${rest.url}/v1/messages?text=anything`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
}

async function classes(): Promise<Record<string, number>> {
  const found = (await rest.metrics()).matchAll(
    /rest_request_seconds_count\{class="(\w+)"\} (\d+)/g,
  );
  return Object.fromEntries([...found].map(([, name = "", count]) => [name, Number(count)]));
}

test("A-46: 50 networks that search at once are all answered", async () => {
  const viewers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => viewerAt(`198.51.100.${n + 1}`)),
  );
  const answers = await Promise.all(viewers.map(async (search) => await search()));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
});

test("A-46: a network that floods searches waits for itself, others are answered, and nothing is an error", async () => {
  const flooder = await viewerAt("2001:db8::1");
  const neighbour = await viewerAt("2001:db8::2");
  const other = await viewerAt("192.0.2.1");
  const { sql } = database.database;
  // The library reserves only a connection that it has.
  await sql`select 1`;
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`lock table messages in access exclusive mode`;
  const flood = [flooder, neighbour].flatMap((search) =>
    Array.from({ length: 30 }, async () => await search()),
  );
  const refused: Response[] = [];
  for (const answer of flood) {
    void answer.then((response) => response.status === 429 && refused.push(response));
  }
  // Two of the /64 run, eight wait, and the rest learns at once when to try again.
  await until("the refusals", () => refused.length === 50);
  const answered = other();
  await lock`rollback`;
  lock.release();
  expect((await answered).status).toBe(200);
  expect(refused.map((response) => response.headers.get("retry-after"))).toEqual(
    Array(50).fill("2"),
  );
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  await until("the count", async () => (await classes())["limit"] === 50);
  expect((await classes())["5xx"]).toBe(0);
  expect(lines.filter(({ msg }) => msg === "request failed")).toEqual([]);
});
