import * as db from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, testSigningKeySecret, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
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
