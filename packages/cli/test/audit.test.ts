import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";
import { errorOf, type Ran, runJetwire } from "./run-jetwire.ts";

let at: Operated;
const jetwire = (...args: string[]) => at.jetwire(...args);

beforeAll(async () => {
  at = await startOperated();
});
afterAll(() => at[Symbol.asyncDispose]());

async function run(args: readonly string[], input = ""): Promise<Ran> {
  return await runJetwire(args, { env: at.env, stdin: input });
}

test("an erasure needs --yes, and is listed by jetwire audit without a name", async () => {
  await jetwire("accounts", "add", "alice");
  await jetwire("stations", "add", "AB-ERASE", "--account", "alice");
  for (const command of [
    ["stations", "erase", "AB-ERASE"],
    ["accounts", "erase", "alice"],
  ]) {
    expect(errorOf(await jetwire(...command, "--json")).message).toContain("--yes");
    const erased = await jetwire(...command, "--yes", "--json");
    expect([erased.code, erased.stderr]).toEqual([0, ""]);
    const again = await jetwire(...command, "--yes", "--json");
    expect(errorOf(again).code).toBe("not_found");
  }
  const listed = await jetwire("audit", "--limit", "4", "--actor", "operator", "--json");
  const rows = listed.json() as { action: string; actorKind: string }[];
  expect(rows.map(({ action }) => action)).toEqual([
    "account.erase",
    "station.erase",
    "station.add",
    "account.add",
  ]);
  expect(new Set(rows.map(({ actorKind }) => actorKind))).toEqual(new Set(["account"]));
  expect(listed.stdout).not.toMatch(/alice|AB-ERASE/);
});

test("jetwire audit pages by number, and names a wrong option", async () => {
  await jetwire("accounts", "add", "bob");
  await jetwire("accounts", "end", "bob");
  const first = await jetwire("audit", "--limit", "1");
  const before = /--before (\d+)/.exec(first.stdout)?.[1] ?? "";
  const next = (await jetwire("audit", "--limit", "1", "--before", before, "--json")).json();
  expect(next).toMatchObject([{ action: "account.add", object: { kind: "account" } }]);
  const wrong = await jetwire("audit", "--object", "Not A Kind", "--since", "today", "--json");
  expect(wrong.code).toBe(2);
  expect(errorOf(wrong).message).toMatch(/object.*since/s);
});

test("what operators do about accounts, keys, tiers and eligibility is recorded, without the keys", async () => {
  await jetwire("accounts", "add", "carol");
  const issued = await jetwire("keys", "issue", "--account", "carol", "--json");
  const { id, key } = issued.json() as { id: string; key: string };
  const identity = ["--issuer", "https://login.example", "--subject", "77"];
  const reissued = await jetwire("keys", "reissue", id, "--json");
  const next = reissued.json() as { id: string; key: string };
  for (const command of [
    ["keys", "revoke", next.id],
    ["accounts", "ban", "carol"],
    ["accounts", "unban", "carol"],
    ["accounts", "link", "carol", ...identity],
    ["accounts", "unlink", "carol", ...identity],
    ["tiers", "set", "gold", "--requests-per-minute", "9"],
    ["tiers", "remove", "gold"],
  ]) {
    expect([command, (await jetwire(...command)).code]).toEqual([command, 0]);
  }
  const listed = await jetwire("audit", "--limit", "10", "--json");
  const rows = listed.json() as { action: string; actorKind: string }[];
  expect(rows.map(({ action }) => action).toReversed()).toEqual([
    "account.add",
    "key.issue",
    "key.reissue",
    "key.revoke",
    "account.ban",
    "account.unban",
    "identity.link",
    "identity.unlink",
    "tier.set",
    "tier.remove",
  ]);
  expect(rows.every(({ actorKind }) => actorKind === "account")).toBe(true);
  for (const secret of [key, next.key]) expect(listed.stdout).not.toContain(secret);
  const about = await jetwire("audit", "--object", "account:carol", "--json");
  expect(about.json()).toHaveLength(5);
});

interface Recorded {
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly details: Record<string, unknown>;
}

/** Runs a command, and returns the actions that it added, oldest first. */
async function recordedBy(command: readonly string[], input = ""): Promise<Recorded[]> {
  const before = await actions();
  const ran = await run(command, input);
  expect([command, ran.code, ran.stderr]).toEqual([command, 0, ""]);
  return (await actions()).slice(before.length);
}

async function actions(): Promise<Recorded[]> {
  const listed = await db.audit.listActions(at.database.sql, { limit: 1_000 });
  return listed.map(({ objectName: _present, ...recorded }) => recorded).toReversed();
}

test("what operators do about stations and their owners is recorded by the number of the station", async () => {
  const { sql } = at.database;
  await run(["accounts", "add", "dora"]);
  await run(["accounts", "add", "emil"]);
  const received = { ident: "AU-FREE", sourceType: null, simulated: false };
  const free = String(await db.stations.register(sql, received));
  const added = await recordedBy(["stations", "add", "AU-1", "--account", "dora"]);
  const own = added[0]?.objectId ?? "";
  expect(added).toMatchObject([{ action: "station.add", objectKind: "station" }]);
  const changes: readonly (readonly [readonly string[], string, string, object])[] = [
    [["claim", "AU-FREE", "--account", "dora"], "station.claim", free, {}],
    [["claim", "AU-FREE", "--account", "emil", "--move"], "station.move", free, {}],
    [
      ["set", "AU-1", "--position", "47.1357,8.2468", "--country", "CH"],
      "station.set",
      own,
      { changed: ["latitude", "longitude", "countryCode"] },
    ],
    [["set", "AU-1", "--key-policy", "any"], "station.set", own, { keyPolicy: "any" }],
    [["hide", "AU-1"], "station.hide", own, {}],
    [["show", "AU-1"], "station.show", own, {}],
  ];
  for (const [command, action, objectId, details] of changes) {
    expect(await recordedBy(["stations", ...command])).toMatchObject([
      { action, objectKind: "station", objectId, details },
    ]);
  }
  // The station is emil's already.
  expect(await recordedBy(["stations", "claim", "AU-FREE", "--account", "emil"])).toEqual([]);
  const lost = await sql`
    select action from audit_log a join accounts o on o.id = a.account_id
    where o.username = 'dora' and object_id = ${free} order by a.id`;
  expect(lost.map(({ action }) => action as string)).toEqual(["station.claim", "station.move"]);
  // More decimals than a time has, which may be that of an action.
  expect(JSON.stringify(await actions())).not.toMatch(/dora|emil|AU-1|AU-FREE|47\.1357|8\.2468/);
});

test("claims that accounts request and operators decide are recorded", async () => {
  const { sql } = at.database;
  const added = (await run(["accounts", "add", "finn", "--json"])).json() as { id: string };
  for (const [verb, action] of [
    ["reject", "claim.reject"],
    ["approve", "claim.approve"],
  ] as const) {
    const before = await actions();
    const received = { ident: `AU-${verb}`, sourceType: null, simulated: false };
    const stationId = await db.stations.register(sql, received);
    const asked = { stationId, accountId: added.id, note: "a note" };
    const requested = await db.claims.request(sql, asked);
    await db.claims.request(sql, asked);
    if (requested.status !== "requested") throw new Error(requested.status);
    await run(["claims", verb, requested.claim.id]);
    const object = { objectKind: "station", objectId: String(stationId), accountId: added.id };
    const details = { claimId: requested.claim.id };
    expect((await actions()).slice(before.length)).toMatchObject([
      { ...object, action: "claim.request", actorKind: "account", details },
      { ...object, action, actorKind: "account", details },
    ]);
  }
});

test("keys of session tokens that operators rotate, and tokens that they revoke, are recorded", async () => {
  await run(["accounts", "add", "gina"]);
  const issued = await run(["tokens", "issue", "--account", "gina", "--json"]);
  const { token, userId } = issued.json() as { token: string; userId: string };
  expect(await recordedBy(["tokens", "revoke", token])).toMatchObject([
    { action: "token.revoke", objectKind: "token", accountId: userId },
  ]);
  expect(await recordedBy(["tokens", "revoke", token])).toEqual([]);
  expect(await recordedBy(["tokens", "rotate", "--now"])).toMatchObject([
    { action: "signing-key.rotate", objectKind: "signing-key", details: { leadSeconds: 0 } },
  ]);
  expect(JSON.stringify(await actions())).not.toContain(token);
});

test("an import is recorded once with its counts, a dry run is not", async () => {
  await run(["accounts", "add", "hans"]);
  const stations = Array.from({ length: 600 }, (_, i) => `IM-${i},hans`);
  const lists: readonly (readonly [string, string, object])[] = [
    ["stations", ["ident,account", ...stations, "IM-X,nobody"].join("\n"), { added: 600 }],
    ["airlines", "icao,iata,name\nXQZ,,Example Air\n", { listed: 1, replaces: false }],
    ["airframes", "icao24,registration\nABCDEF,N1\nABCDE0,N2\n", { added: 2, changed: 0 }],
  ];
  for (const [kind, list, details] of lists) {
    expect(await recordedBy(["import", kind, "-", "--dry-run"], list)).toEqual([]);
    expect(await recordedBy(["import", kind, "-"], list)).toMatchObject([
      { action: `${kind}.import`, objectKind: "import", objectId: kind, details },
    ]);
  }
});

test("a retry of dead letters waits for an ingest, says how many wait, and is in the audit log", async () => {
  await db.deadLetters.add(at.database.sql, [
    {
      partition: 0,
      entryId: "1-1",
      producer: null,
      seq: null,
      reason: "bad-entry",
      detail: "",
      fields: ["v", "x"],
      details: [],
    },
  ]);
  const args = ["dead-letters", "retry", "--all", "--wait", "0.1", "--json"];
  const ran = await jetwire(...args);
  expect(ran.code).toBe(1);
  expect(errorOf(ran)).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("1 dead letters still wait for an ingest"),
  });
  // It waits already, so that nobody asks again.
  expect((await jetwire(...args)).json()).toEqual({ retried: 0, unreadable: [] });
  const recorded = (await jetwire("audit", "--json")).json() as { action: string }[];
  expect(recorded.filter(({ action }) => action === "dead-letter.ask-retry")).toHaveLength(1);
});
