import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

let rest: RestUnderTest;
let sql: Sql;
let owners = 0;
beforeAll(async () => {
  rest = await startRest();
  ({ sql } = rest.database.database);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

/** Adds a user with a station, to whom another station is offered. */
async function addOwner() {
  const n = ++owners;
  const { accountId, key } = await addKeyOwner(rest.database, `owner-${n}`, "unlimited");
  const partner = await addKeyOwner(rest.database, `partner-${n}`);
  const ident = `AB-OWN${n}`;
  const stationId = await addOwned(ident, accountId);
  const offeredId = await addOwned(`AB-OFFERED${n}`, partner.accountId);
  const asked = { stationId: offeredId, accountId: partner.accountId, username: `owner-${n}` };
  const result = await db.transfers.request(sql, asked);
  const transferId = result.status === "requested" ? result.transfer.id : "";
  return { accountId, key, stationId, ident, transferId, partner: `partner-${n}` };
}

async function addOwned(ident: string, accountId: string): Promise<number> {
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "vdl" });
  await sql`
    update stations set first_received_at = now() - interval '8 days', last_received_at = now()
    where id = ${station?.id ?? 0}`;
  return station?.id ?? 0;
}

type Owner = Awaited<ReturnType<typeof addOwner>>;
type Step = readonly [name: string, asking: (owner: Owner) => readonly [string, string, unknown]];

const steps: readonly Step[] = [
  ["issues an API key", ({ stationId }) => ["POST", "/v1/keys", { stationId }]],
  ["issues a station key", ({ stationId }) => ["POST", `/v1/stations/${stationId}/keys`, {}]],
  [
    "offers a station",
    ({ stationId, partner }) => [
      "POST",
      `/v1/stations/${stationId}/transfer`,
      { username: partner },
    ],
  ],
  [
    "accepts a station",
    ({ transferId }) => ["POST", `/v1/transfers/${transferId}/accept`, undefined],
  ],
  [
    "erases a station",
    ({ stationId, ident }) => ["DELETE", `/v1/stations/${stationId}`, { confirm: ident }],
  ],
];

test.each(steps)(
  "who %s on the web page has signed in within ten minutes",
  async (name, askingOf) => {
    const owner = await addOwner();
    const [method, path, body] = askingOf(owner);
    const old = await signIn(rest, owner.accountId, 11);
    const refused = await ask(rest.url + path, old.token, { method, body });
    expect(await refused.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    const recent = await signIn(rest, owner.accountId);
    expect((await ask(rest.url + path, recent.token, { method, body })).ok).toBe(true);
    const other = await addOwner();
    const [, otherPath, otherBody] = askingOf(other);
    const byKey = await ask(rest.url + otherPath, other.key, { method, body: otherBody });
    // A key that may manage issues keys, and does nothing that cannot be undone.
    expect(byKey.ok).toBe(name.startsWith("issues"));
  },
);
