import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";
import { errorOf } from "./run-jetwire.ts";

let at: Operated;
beforeAll(async () => {
  at = await startOperated();
  const account = await db.accounts.add(at.database.sql, "alice");
  await db.stations.add(at.database.sql, {
    ident: "AB1",
    accountId: account?.id ?? "",
    sourceType: "acars",
  });
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const jetwire = (...args: string[]) => at.jetwire(...args);

async function station(): Promise<Record<string, unknown>> {
  const [row] = await at.database.sql`
    select latitude, longitude, country_code, source_type, shows_exact_position, hidden
    from stations where ident = 'AB1'`;
  return { ...row };
}

test("set changes what is named and leaves the rest", async () => {
  const set = await jetwire("stations", "set", "AB1", "--position=-31.94,115.967", "--country=au");
  expect(set.stdout).toMatch(/^station AB1 \(id \d+\) is set\n$/);
  expect((await jetwire("stations", "set", "AB1", "--show-position", "exact")).code).toBe(0);
  expect(await station()).toEqual({
    latitude: -31.94,
    longitude: 115.967,
    countryCode: "AU",
    sourceType: "acars",
    showsExactPosition: true,
    hidden: false,
  });
});

test("hide and show", async () => {
  await jetwire("stations", "hide", "AB1");
  expect(await station()).toMatchObject({ hidden: true });
  expect((await jetwire("stations", "list")).stdout).toMatch(/HIDDEN +SIMULATED\n.* yes +no\n/);
  await jetwire("stations", "show", "AB1");
  expect(await station()).toMatchObject({ hidden: false });
});

test.each([
  [["set", "AB1"], "usage"],
  [["set", "AB1", "--position", "91,0"], "usage"],
  [["set", "AB1", "--position", "1"], "usage"],
  [["set", "AB1", "--country", "USA"], "usage"],
  [["set", "AB1", "--show-position", "maybe"], "usage"],
  [["set", "NONE", "--country", "US"], "not_found"],
  [["hide", "NONE"], "not_found"],
])("%j is refused as %s", async (args, code) => {
  const ran = await jetwire("stations", ...args, "--json");
  expect(errorOf(ran).code).toBe(code);
});

test("station-keys issues a key that is shown once, lists it by its beginning and revokes it", async () => {
  const issued = await jetwire("station-keys", "issue", "AB1", "--label", "roof", "--json");
  const { id, key } = JSON.parse(issued.stdout) as { id: string; key: string };
  const listed = await jetwire("station-keys", "list", "AB1");
  expect(listed.stdout).toContain(`${key.slice(0, 9)}…`);
  expect(listed.stdout).not.toContain(key);
  expect((await jetwire("stations", "set", "AB1", "--key-policy", "required")).code).toBe(0);
  expect((await jetwire("station-keys", "revoke", "AB1", id)).stdout).toContain("is revoked");
  expect((await jetwire("station-keys", "list", "AB1")).stdout).toBe("no keys\n");
  expect(errorOf(await jetwire("station-keys", "revoke", "AB1", id, "--json"))).toMatchObject({
    code: "not_found",
  });
  expect(errorOf(await jetwire("station-keys", "issue", "NOPE", "--json"))).toMatchObject({
    code: "not_found",
  });
});

test("block adds, lists and removes blocks of addresses (IPv6: a /64) and stations", async () => {
  const address = await jetwire("block", "address", "2001:db8:1:2::7", "--for", "7d", "--json");
  expect(JSON.parse(address.stdout)).toMatchObject({ kind: "address", value: "2001:db8:1:2::/64" });
  const ident = await jetwire("block", "ident", "AB1", "--reason", "broken decoder", "--json");
  const { id } = JSON.parse(ident.stdout) as { id: string };
  const again = await jetwire("block", "ident", "AB1", "--for", "1h", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ id });
  const listed = JSON.parse((await jetwire("block", "list", "--json")).stdout) as {
    kind: string;
  }[];
  expect(listed.map(({ kind }) => kind).toSorted()).toEqual(["address", "ident"]);
  expect((await jetwire("block", "remove", id)).stdout).toBe(`block ${id} is removed\n`);
  expect(errorOf(await jetwire("block", "remove", id, "--json"))).toMatchObject({
    code: "not_found",
  });
  expect(errorOf(await jetwire("block", "address", "AB1", "--json"))).toMatchObject({
    code: "usage",
  });
});
