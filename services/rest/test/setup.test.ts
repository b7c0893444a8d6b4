import { makeRecoveryKey, openRequest } from "@jetwire/backup";
import * as db from "@jetwire/db";
import type { RestoreState } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, testSigningKeySecret, until } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { createSetupCodes } from "../src/setup/setup-code.ts";
import { ask, startReplica, startRest } from "./rest-under-test.ts";
import { createBrowser, messageOf, publicUrl, signInVariables } from "./sign-in-under-test.ts";

const codes = createSetupCodes(testSigningKeySecret);
const wrongCode = "0000-0000-0000-0000";

/** Starts a service that nobody operates, with the code that it wrote into its log. */
async function startEmpty(environment: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack();
  const rest = stack.use(await startRest({ ...signInVariables, ...environment }));
  const { sql } = rest.database.database;
  const code = codes.of((await db.setup.readSalt(sql)) ?? "");
  const setUp = (username: string, given = code) =>
    createBrowser(rest).post("/v1/setup", { code: given, username });
  return { rest, sql, code, setUp, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function isNeeded(url: string): Promise<boolean> {
  const answer = (await (await ask(`${url}/v1/setup`, null)).json()) as { isNeeded: boolean };
  return answer.isNeeded;
}

test("each start writes the same code into the log while nobody operates the service, and none after that", async () => {
  await using database = await createTestDatabase();
  async function linesOfStart(): Promise<string[]> {
    const lines: string[] = [];
    const log = createLogger("rest", "info", 0, { write: (line: string) => void lines.push(line) });
    await using replica = await startReplica(database, { PUBLIC_URL: publicUrl }, log);
    await until("the service has read whether it is operated", () =>
      isNeeded(replica.url).then(() => true),
    );
    const isEmpty = await isNeeded(replica.url);
    if (isEmpty)
      await until("the code is written", () => lines.some((line) => line.includes('"code"')));
    return lines.filter((line) => line.includes("nobody operates"));
  }
  const { sql } = database.database;
  const code = codes.of((await db.setup.readSalt(sql)) ?? "");
  const first = await linesOfStart();
  expect(first).toEqual([expect.stringContaining(`"code":"${code}"`)]);
  expect(first[0]).toContain(`"page":"${publicUrl}/setup"`);
  expect(await linesOfStart()).toEqual([expect.stringContaining(code)]);
  const account = await db.accounts.add(sql, "first");
  await db.accounts.setRole(sql, account?.id ?? "", "operator");
  expect(await linesOfStart()).toEqual([]);
});

test("the code makes an operator, who is signed in, and is void after that", async () => {
  await using empty = await startEmpty();
  const { rest, code } = empty;
  expect(await isNeeded(rest.url)).toBe(true);
  const browser = createBrowser(rest);
  const typed = ` ${code.toLowerCase().replaceAll("-", " ")} `;
  const made = await browser.post("/v1/setup", { code: typed, username: "first" });
  expect([made.status, await made.json()]).toEqual([
    201,
    { id: expect.any(String), username: "first", role: "operator" },
  ]);
  expect(await browser.signedIn()).toMatchObject({ username: "first" });
  const state = await ask(`${rest.url}/v1/operator/setup`, await browser.token());
  expect(await state.json()).toMatchObject({
    publicUrl,
    signUp: "open",
    mail: { configured: true, newest: null },
    backups: null,
  });
  expect(await isNeeded(rest.url)).toBe(false);
  expect((await empty.setUp("second")).status).toBe(410);
});

test("a code that was used is wrong although nobody operates the service any more", async () => {
  await using empty = await startEmpty();
  const { sql } = empty;
  expect((await empty.setUp("first")).status).toBe(201);
  await sql`update accounts set role = 'user'`;
  const again = await empty.setUp("second");
  expect([again.status, await messageOf(again)]).toEqual([400, "The code is wrong"]);
});

test("the code is void when an operator was made by the command line", async () => {
  await using empty = await startEmpty();
  await db.accounts.setRole(empty.sql, empty.rest.accountId, "operator");
  expect((await empty.setUp("first")).status).toBe(410);
});

test("the account of the host's key does not count as an operator", async () => {
  await using empty = await startEmpty();
  await db.apiKeys.setHostKey(empty.sql, { keyHash: new Uint8Array(32), hint: "jw_aaaaa" });
  expect((await empty.setUp("first")).status).toBe(201);
});

test("of two browsers with the code at once, one becomes the operator", async () => {
  await using empty = await startEmpty();
  const answers = await Promise.all(
    ["one", "two", "three"].map((name) => empty.setUp(`the-${name}`)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410]);
  const [row] = await empty.sql<{ n: number }[]>`
    select count(*)::integer as n from accounts where role = 'operator'`;
  expect(row?.n).toBe(1);
});

test("a name that is taken is refused, and the code stays valid", async () => {
  await using empty = await startEmpty();
  const taken = await empty.setUp("alice");
  expect([taken.status, await messageOf(taken)]).toEqual([400, "The user name is taken"]);
  expect((await empty.setUp("operator")).status).toBe(400);
  expect((await empty.setUp("first")).status).toBe(201);
});

test("wrong codes are limited by their network, also for the right one", async () => {
  await using empty = await startEmpty({
    REST_EXEMPT_ADDRESSES: "",
    REST_FAILURES_PER_MINUTE_MAX: "3",
  });
  for (let n = 0; n < 3; n++) expect((await empty.setUp("first", wrongCode)).status).toBe(400);
  expect((await empty.setUp("first", wrongCode)).status).toBe(429);
  expect((await empty.setUp("first")).status).toBe(429);
});

test("a page of another origin, and a request without one, cannot use the code", async () => {
  await using empty = await startEmpty();
  const { rest, code } = empty;
  const body = { code, username: "first" };
  for (const headers of [
    { origin: "https://elsewhere.example" },
    { "sec-fetch-site": "cross-site" },
    {},
  ]) {
    const refused = await ask(`${rest.url}/v1/setup`, null, { method: "POST", body, headers });
    expect(refused.status).toBe(403);
  }
  expect(await isNeeded(rest.url)).toBe(true);
});

describe("a restore", () => {
  const name = "20261125T030000Z-3f0a";
  const state: RestoreState = {
    backups: [{ name, takenAt: "2026-11-25T03:00:00.000Z", bytes: 4_096 }],
    running: null,
    problem: null,
  };

  /** Starts an empty service beside a process that offers restores. */
  async function startOffered(over: Partial<RestoreState> = {}) {
    const empty = await startEmpty();
    const { redisUrl, namespace } = empty.rest.database;
    const redis = await openTestRedis(redisUrl);
    const { restoreDesk: desk } = openStores(redis, namespace);
    const [process, recovery] = await Promise.all([makeRecoveryKey(), makeRecoveryKey()]);
    const offer = { recipient: process.recipient, state: { ...state, ...over } };
    await desk.writeOffer(JSON.stringify(offer));
    const browser = createBrowser(empty.rest);
    return {
      ...empty,
      redis,
      desk,
      recovery,
      ask: (body: object) =>
        browser.post("/v1/setup/restore", { code: empty.code, name, recoveryKey: recovery.key, ...body }), // prettier-ignore
      opened: async () => {
        const sealed = await desk.takeRequest();
        return sealed === null ? null : await openRequest(sealed, process.key);
      },
      async [Symbol.asyncDispose]() {
        await redis[Symbol.asyncDispose]();
        await empty[Symbol.asyncDispose]();
      },
    };
  }

  test("is offered to everybody who opens the page, with its progress and what went wrong", async () => {
    const running = { name, step: "loading", bytes: 10, bytesTotal: 4_096 } as const;
    await using offered = await startOffered({ running, problem: "the store cannot be read" });
    const answer = await ask(`${offered.rest.url}/v1/setup`, null);
    expect(await answer.json()).toEqual({
      isNeeded: true,
      restore: { ...state, running, problem: "the store cannot be read" },
    });
  });

  test("is asked for with the code and the recovery key, which only the process that restores can read", async () => {
    await using offered = await startOffered();
    const { recovery, redis } = offered;
    const asked = await offered.ask({ recoveryKey: `# of a file\n${recovery.key}\n` });
    expect([asked.status, await asked.json()]).toEqual([202, { name }]);
    const { keys } = openStores(redis, offered.rest.database.namespace);
    expect(await redis.get(keys.restore.request)).not.toContain(recovery.key);
    expect((await offered.ask({})).status).toBe(409);
    expect(await offered.opened()).toEqual({ name, recoveryKey: recovery.key });
  });

  test("is refused with another code, a text that is no key, and a name that the store does not have", async () => {
    await using offered = await startOffered();
    const refusals = await Promise.all([
      offered.ask({ code: wrongCode }).then(messageOf),
      offered.ask({ recoveryKey: "AGE-SECRET-KEY-1" }).then(messageOf),
      offered.ask({ name: "20200101T000000Z-0000" }).then(messageOf),
    ]);
    expect(refusals).toEqual([
      "The code is wrong",
      "The recovery key is wrong",
      "There is no such back-up",
    ]);
    expect(await offered.opened()).toBeNull();
  });

  test("is refused while another one runs, and where no process restores", async () => {
    const running = { name, step: "exchanging", bytes: 4_096, bytesTotal: 4_096 } as const;
    await using offered = await startOffered({ running });
    expect((await offered.ask({})).status).toBe(409);
    await using alone = await startEmpty();
    const { key } = await makeRecoveryKey();
    const browser = createBrowser(alone.rest);
    const body = { code: alone.code, name, recoveryKey: key };
    expect((await browser.post("/v1/setup/restore", body)).status).toBe(503);
    const answer = await ask(`${alone.rest.url}/v1/setup`, null);
    expect(await answer.json()).toEqual({ isNeeded: true, restore: null });
  });

  test("is not offered once somebody operates the service", async () => {
    await using offered = await startOffered();
    expect((await offered.setUp("first")).status).toBe(201);
    expect((await offered.ask({})).status).toBe(410);
    const answer = await ask(`${offered.rest.url}/v1/setup`, null);
    expect(await answer.json()).toEqual({ isNeeded: false, restore: null });
  });
});
