import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";

let at: Operated;
beforeAll(async () => {
  at = await startOperated();
});
afterAll(() => at[Symbol.asyncDispose]());

const jetwire = (...args: string[]) => at.jetwire(...args);

test("R-22: an identity at another issuer is linked to one account, and unlinked", async () => {
  const { sql } = at.database;
  await jetwire("accounts", "add", "alice");
  await jetwire("accounts", "add", "bob");
  const identity = ["--issuer", "https://login.example", "--subject", "24400320", "--json"];
  const of = { issuer: "https://login.example", subject: "24400320" };

  const linked = await jetwire("accounts", "link", "ALICE", ...identity);
  expect(linked.json()).toMatchObject(of);
  const alice = await db.accounts.find(sql, "alice");
  expect(await db.identities.findLinkedAccount(sql, of)).toEqual({
    userId: alice?.id,
    username: "alice",
  });
  expect((await jetwire("accounts", "link", "alice", ...identity)).code).toBe(0);

  const listed = await jetwire("accounts", "identities", "alice", "--json");
  const account = { id: alice?.id, username: "alice" };
  expect(listed.json()).toEqual([{ account, ...of, linkedAt: expect.any(String) }]);
  expect((await jetwire("accounts", "identities", "bob", "--json")).json()).toEqual([]);
  expect((await jetwire("accounts", "identities")).stdout).toContain(of.subject);

  const taken = await jetwire("accounts", "link", "bob", ...identity);
  expect(taken.json()).toMatchObject({ error: { code: "conflict" } });
  const notHis = await jetwire("accounts", "unlink", "bob", ...identity);
  expect(notHis.json()).toMatchObject({ error: { code: "not_found" } });

  const unlinked = await jetwire("accounts", "unlink", "alice", ...identity);
  expect(unlinked.code).toBe(0);
  expect(await db.identities.findLinkedAccount(sql, of)).toBeNull();
  await jetwire("accounts", "link", "bob", ...identity);
  await jetwire("accounts", "end", "bob");
  expect(await db.identities.findLinkedAccount(sql, of)).toBeNull();
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
