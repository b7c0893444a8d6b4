import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";

let at: Operated;
let stationId = 0;
beforeAll(async () => {
  at = await startOperated();
  for (const name of ["alice", "bob"]) await jetwire("accounts", "add", name);
  const added = await jetwire("stations", "add", "AB-1", "--account", "alice", "--json");
  stationId = (added.json() as { id: number }).id;
});
afterAll(() => at[Symbol.asyncDispose]());

const jetwire = (...args: string[]) => at.jetwire(...args);

async function receivedFor(days: number): Promise<void> {
  await at.database.sql`
    update stations set first_received_at = now() - make_interval(days => ${days}), last_received_at = now()`;
}

test("what an account's stations lack is computed when the operator asks, by name or station", async () => {
  const before = await jetwire("eligible", "show", "alice");
  expect(before.stdout).toContain("account alice is not eligible, by its stations");
  expect(before.stdout).toMatch(/AB-1 +no +active, days/);
  await receivedFor(8);
  const after = await jetwire("eligible", "show", String(stationId), "--json");
  expect(after.code).toBe(0);
  expect(after.json()).toMatchObject({
    eligible: true,
    override: null,
    stations: [{ id: stationId, ident: "AB-1", eligible: true, lacks: [], meetsAt: null }],
  });
  const none = await jetwire("eligible", "show", "bob");
  expect(none.stdout).toBe("account bob is not eligible, by its stations\nno stations\n");
});

test("the operator's word is set, for a time and with its reason, shown, and taken back", async () => {
  await receivedFor(1);
  const set = ["yes", "--reason", "antenna moved", "--for", "30d"];
  const said = (await jetwire("eligible", "set", "ALICE", ...set, "--json")).json();
  expect(said).toMatchObject({
    eligible: true,
    override: { eligible: true },
    stations: [{ eligible: false, lacks: ["days"] }],
  });
  const { until } = (said as { override: { until: string } }).override;
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30);
  const listed = await jetwire("eligible");
  expect(listed.stdout).toMatch(/^alice +yes +1 +0 .* yes .* antenna moved$/m);
  expect(listed.stdout).not.toContain("bob");

  const refused = await jetwire("eligible", "set", "alice", "no");
  expect(refused.stdout).toContain("account alice is not eligible, by the operator");
  const auto = await jetwire("eligible", "set", "alice", "auto", "--json");
  expect(auto.json()).toMatchObject({ eligible: false, override: null });
  const list = (await jetwire("eligible", "--json")).json();
  expect(list).toMatchObject([{ account: { username: "alice" }, eligible: false, override: null }]);
});

test.each([
  ["nobody", ["show", "nobody"], 1],
  ["a station of nobody's", ["show", "99999"], 1],
  ["a number that no station has", ["show", "99999999999999"], 1],
  ["no word", ["set", "alice", "maybe"], 2],
  ["a word on nobody", ["set", "yes"], 2],
  ["a time of no length", ["set", "alice", "yes", "--for", "soon"], 2],
])("%s is refused", async (_, args, code) => {
  const ran = await jetwire("eligible", ...args, "--json");
  expect(ran.code).toBe(code);
  expect(ran.json()).toMatchObject({ error: { code: code === 2 ? "usage" : "not_found" } });
  expect(await at.database.sql`select 1 from eligibility_overrides`).toHaveLength(0);
});
