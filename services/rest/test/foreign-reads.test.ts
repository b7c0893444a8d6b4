import * as db from "@jetwire/db";
import { type Endpoint, endpoints, type SessionGrant } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

/**
 * Two accounts, each with something private of every kind, whose text is the account's own mark. Every
 * endpoint of the catalogue is asked by everybody with everybody's ids: no mark may reach another.
 */
interface Account {
  readonly name: string;
  readonly mark: string;
  readonly key: string;
  readonly token: string;
  /** Ids of everything that belongs to the account. */
  readonly ids: readonly string[];
}

/** Bodies that would take effect, so that only whose it is can be the reason for a refusal. */
const bodies: Readonly<Record<string, unknown>> = {
  issueStationKey: {},
  changeStation: { hidden: false },
  claimStation: {},
  eraseStation: { confirm: "" },
  transferStation: { username: "ben" },
  changeAlert: { name: "changed" },
  changeDestination: { name: "changed" },
  replaceDestinationSecret: {},
  renamePasskey: { name: "changed" },
  startOidc: {},
};

/** Those that end what the test goes on with, and one that asks for the sender's network alone. */
const left = new Set(["endSession", "signOutEverywhere", "disputeClaim"]);

/** Thousands of requests. */
const timeoutMs = 240_000;

let rest: RestUnderTest;
const accounts: Account[] = [];
let viewerToken: string;

beforeAll(async () => {
  rest = await startRest({
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    REST_ANONYMOUS_PER_MINUTE: "1000000",
  });
  const sessions = `${rest.url}/v1/auth/sessions`;
  for (const name of ["ann", "ben"]) accounts.push(await addAccount(name, sessions));
  const headers = { origin: rest.url };
  const viewer = await ask(sessions, null, { method: "POST", headers });
  viewerToken = ((await viewer.json()) as SessionGrant).token;
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function addAccount(name: string, sessions: string): Promise<Account> {
  const { sql } = rest.database.database;
  const mark = `private-${name}-${crypto.randomUUID()}`;
  const { accountId, key, keyId } = await addKeyOwner(rest.database, name, "unlimited");
  await sql`update api_keys set label = ${mark} where id = ${keyId}`;
  const ident = mark.slice(0, 64);
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "vdl" });
  const stationId = station?.id ?? 0;
  await sql`update stations set hidden = true, first_received_at = now(), last_received_at = now()
    where id = ${stationId}`;
  const [icao, airframeId, flightId] = [newIcao(), crypto.randomUUID(), crypto.randomUUID()];
  await sql`insert into airframes (id, icao) values (${airframeId}, ${icao})`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    values (${flightId}, 'UAL1', 'UA1', ${airframeId}, now(), now())`;
  const message = testMessage({ stationId, text: mark, airframeId, flightId });
  await storeMessages(sql, [{ message, flightKey: null }]);
  const notification = { type: "system.announcement", title: mark, body: mark, data: {} } as const;
  await db.notifications.add(sql, { userId: accountId, ...notification });
  const unclaimed = await db.stations.register(sql, {
    ident: `free-${name}`,
    sourceType: null,
    simulated: false,
  });
  const claim = await db.claims.request(sql, { stationId: unclaimed, accountId, note: mark });
  const partner = await addKeyOwner(rest.database, `${name}-partner`);
  const chat = { senderId: accountId, recipientId: partner.accountId, body: mark };
  await db.chat.storeMessage(sql, { ...chat, clientId: null });
  const [notified] = await sql<{ id: string }[]>`
    select id from notifications where user_id = ${accountId}`;
  const opened = (await (await ask(sessions, key, { method: "POST" })).json()) as SessionGrant;
  const ids = [
    accountId,
    partner.accountId,
    keyId,
    String(stationId),
    message.id,
    icao,
    flightId,
    notified?.id ?? "",
    claim.status === "requested" ? claim.claim.id : "",
  ];
  return { name, mark, key, token: opened.token, ids };
}

/** A 24-bit address. */
function newIcao(): string {
  return crypto.randomUUID().slice(0, 6).toUpperCase();
}

/** Every address of an endpoint with these ids in it, in its path and in what of its query takes one. */
function addressesOf(endpoint: Endpoint, ids: readonly string[]): string[] {
  const paths = endpoint.path.includes(":")
    ? ids.map((id) => endpoint.path.replaceAll(/:\w+/g, id))
    : [endpoint.path];
  const shape = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
  const named = shape.filter((name) => /station|user|account|airframe/.test(name));
  const asked = named.flatMap((name) => ids.map((id) => `${endpoint.path}?${name}=${id}`));
  return endpoint.path.includes(":") ? paths : [...paths, ...asked];
}

const reads = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === "GET");
const writes = Object.entries<Endpoint>(endpoints).filter(
  ([name, { method }]) => method !== "GET" && !left.has(name),
);

test(
  "A-20: no route returns what belongs to another account, whatever id is given",
  async () => {
    let asked = 0;
    const foreign: string[] = [];
    const own = new Map<string, number>();
    for (const [name, endpoint] of reads) {
      for (const asking of [...accounts, null]) {
        const ids = accounts.flatMap((account) => account.ids);
        for (const credential of asking === null ? [viewerToken] : [asking.key, asking.token]) {
          const answers = await Promise.all(
            addressesOf(endpoint, ids).map(async (path) => {
              const response = await ask(rest.url + path, credential);
              return { path, text: `${[...response.headers].join()} ${await response.text()}` };
            }),
          );
          asked += answers.length;
          for (const { path, text } of answers) {
            for (const account of accounts) {
              if (!text.includes(account.mark)) continue;
              if (account === asking) own.set(account.name, (own.get(account.name) ?? 0) + 1);
              else foreign.push(`${asking?.name ?? "a viewer"} by ${name}: ${path}`);
            }
          }
        }
      }
    }
    expect(foreign).toEqual([]);
    // Everybody saw his own, so there was something to see.
    for (const { name } of accounts) expect(own.get(name)).toBeGreaterThan(5);
    process.stdout.write(
      `\nforeign reads: ${foreign.length} of ${asked} by ${reads.length} endpoints; own ${[...own.values()].join(", ")}\n`,
    );
  },
  timeoutMs,
);

test(
  "A-20: no route changes what belongs to another account",
  async () => {
    const { sql } = rest.database.database;
    const state = async () => [
      await sql`select id, revoked_at from api_keys order by id`,
      await sql`select id, hidden, account_id, latitude from stations order by id`,
      await sql`select id, read_at from notifications order by id`,
    ];
    const before = await state();
    const withIds = writes.filter(([, { path }]) => path.includes(":"));
    let asked = 0;
    const done: string[] = [];
    for (const [name, endpoint] of withIds) {
      const takes = !(endpoint.body instanceof z.ZodUndefined);
      // Operators' endpoints refuse these accounts before they read a body.
      const isRead = takes && endpoint.access !== "operator";
      if (isRead && !(name in bodies)) throw new Error(`${name} needs a body in this test`);
      for (const asking of [...accounts, null]) {
        const others = accounts.filter((account) => account !== asking);
        const ids = others.flatMap((account) => account.ids);
        for (const credential of asking === null ? [viewerToken] : [asking.key, asking.token]) {
          for (const path of addressesOf(endpoint, ids)) {
            const init = { method: endpoint.method, ...(takes && { body: bodies[name] }) };
            const response = await ask(rest.url + path, credential, init);
            await response.arrayBuffer();
            asked++;
            if (![403, 404].includes(response.status)) done.push(`${name} of ${path}`);
          }
        }
      }
    }
    expect(done).toEqual([]);
    expect(await state()).toEqual(before);
    process.stdout.write(`\nforeign writes: 0 of ${asked} by ${withIds.length} endpoints\n`);
  },
  timeoutMs,
);

test("R-09: without a valid credential only open endpoints answer", async () => {
  const answered: string[] = [];
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.access === "open") continue;
    const path = endpoint.path.replaceAll(/:\w+/g, "1");
    for (const credential of [null, `${accounts[0]?.token}x`, "jw_x"]) {
      const response = await ask(rest.url + path, credential, { method: endpoint.method });
      await response.arrayBuffer();
      // What isn't wired yet isn't there for anybody.
      if (![401, 404].includes(response.status)) answered.push(`${name}: ${response.status}`);
    }
  }
  expect(answered).toEqual([]);
});
