import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;
let stationId = 0;
beforeAll(async () => {
  at = await createTestDatabase();
  for (const name of ["alice", "bob"]) await jetwire("accounts", "add", name);
  const added = await jetwire("stations", "add", "AB-1", "--account", "alice", "--json");
  stationId = (added.json() as { id: number }).id;
});
afterAll(() => at[Symbol.asyncDispose]());

async function jetwire(...args: string[]): Promise<Ran> {
  return await runJetwire(args, { env: { DATABASE_URL: at.url } });
}

async function receivedFor(days: number): Promise<void> {
  await at.database.sql`
    update stations set first_received_at = now() - make_interval(days => ${days}), last_received_at = now()`;
}

test("what an account's stations lack is computed when the operator asks, by name or station", async () => {
  const before = await jetwire("eligible", "alice");
  expect(before.stdout).toContain("account alice is not eligible, by its stations");
  expect(before.stdout).toMatch(/AB-1 +no +active, days/);
  await receivedFor(8);
  const after = await jetwire("eligible", String(stationId), "--json");
  expect(after.code).toBe(0);
  expect(after.json()).toMatchObject({
    username: "alice",
    eligible: true,
    override: null,
    stations: [{ id: stationId, ident: "AB-1", eligible: true, lacks: [], meetsAt: null }],
  });
  const none = await jetwire("eligible", "bob");
  expect(none.stdout).toBe("account bob is not eligible, by its stations\nno stations\n");
});

test("the operator's word is set, for a time and with its reason, shown, and taken back", async () => {
  await receivedFor(1);
  const set = ["--set", "yes", "--reason", "antenna moved", "--for", "30d"];
  const said = (await jetwire("eligible", "ALICE", ...set, "--json")).json();
  expect(said).toMatchObject({
    eligible: true,
    override: { eligible: true, reason: "antenna moved" },
    stations: [{ eligible: false, lacks: ["days"] }],
  });
  const { until } = (said as { override: { until: string } }).override;
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30);
  const listed = await jetwire("eligible");
  expect(listed.stdout).toMatch(/^alice +yes +1 +0 .* yes .* antenna moved$/m);
  expect(listed.stdout).not.toContain("bob");

  const refused = await jetwire("eligible", "alice", "--set", "no");
  expect(refused.stdout).toContain("account alice is not eligible, by the operator");
  const auto = await jetwire("eligible", "alice", "--set", "auto", "--json");
  expect(auto.json()).toMatchObject({ eligible: false, override: null });
  const list = (await jetwire("eligible", "--json")).json();
  expect(list).toMatchObject([{ username: "alice", eligible: false, override: null }]);
});

test.each([
  ["nobody", ["eligible", "nobody"], 1],
  ["a station of nobody's", ["eligible", "99999"], 1],
  ["a number that no station has", ["eligible", "99999999999999"], 1],
  ["no word", ["eligible", "alice", "--set", "maybe"], 2],
  ["a word on everybody", ["eligible", "--set", "yes"], 2],
  ["a reason for nothing", ["eligible", "alice", "--reason", "x"], 2],
  ["a time for what isn't said", ["eligible", "alice", "--set", "auto", "--for", "3d"], 2],
  ["a time of no length", ["eligible", "alice", "--set", "yes", "--for", "soon"], 2],
])("%s is refused", async (_, args, code) => {
  const ran = await jetwire(...args, "--json");
  expect(ran.code).toBe(code);
  expect(ran.json()).toMatchObject({ error: { code: code === 2 ? "usage" : "not_found" } });
  expect(await at.database.sql`select 1 from eligibility_overrides`).toHaveLength(0);
});
