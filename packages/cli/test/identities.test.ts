import { findAccount, findLinkedAccount } from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

async function jetwire(...args: string[]): Promise<Ran> {
  return await runJetwire(args, { env: { DATABASE_URL: at.url } });
}

test("R-22: an identity at another issuer is linked to one account, and unlinked", async () => {
  const { sql } = at.database;
  await jetwire("accounts", "add", "alice");
  await jetwire("accounts", "add", "bob");
  const identity = ["--issuer", "https://login.example", "--subject", "24400320", "--json"];
  const of = { issuer: "https://login.example", subject: "24400320" };

  const linked = await jetwire("accounts", "link", "ALICE", ...identity);
  expect(linked.json()).toMatchObject({ username: "alice", ...of, linked: true });
  const alice = await findAccount(sql, "alice");
  expect(await findLinkedAccount(sql, of)).toEqual({ userId: alice?.id, username: "alice" });
  expect((await jetwire("accounts", "link", "alice", ...identity)).code).toBe(0);

  const listed = await jetwire("accounts", "identities", "alice", "--json");
  expect(listed.json()).toEqual([{ username: "alice", ...of, linkedAt: expect.any(String) }]);
  expect((await jetwire("accounts", "identities", "bob", "--json")).json()).toEqual([]);
  expect((await jetwire("accounts", "identities")).stdout).toContain(of.subject);

  const taken = await jetwire("accounts", "link", "bob", ...identity);
  expect(taken.json()).toMatchObject({ error: { code: "conflict" } });
  const notHis = await jetwire("accounts", "unlink", "bob", ...identity);
  expect(notHis.json()).toMatchObject({ error: { code: "not_found" } });

  const unlinked = await jetwire("accounts", "unlink", "alice", ...identity);
  expect(unlinked.json()).toMatchObject({ linked: false });
  expect(await findLinkedAccount(sql, of)).toBeNull();
  await jetwire("accounts", "link", "bob", ...identity);
  await jetwire("accounts", "end", "bob");
  expect(await findLinkedAccount(sql, of)).toBeNull();
  expect((await jetwire("accounts", "identities", "--json")).json()).toEqual([]);
  const lost = await jetwire("accounts", "link", "alice", ...identity);
  expect(lost.json()).toMatchObject({ error: { code: "conflict" } });
});

test("a link without a subject, or to nobody, is refused", async () => {
  const missing = await jetwire("accounts", "link", "alice", "--issuer", "x", "--json");
  expect(missing.code).toBe(2);
  const nobody = await jetwire("accounts", "link", "nobody", "--issuer", "x", "--subject", "y");
  expect(nobody.code).toBe(1);
  expect((await jetwire("accounts", "identities", "nobody")).code).toBe(1);
});
