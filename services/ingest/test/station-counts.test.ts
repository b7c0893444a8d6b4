import * as db from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshLine, freshLines, runIngest, type RunningIngest, sendDatagrams } from "./running-ingest.ts"; // prettier-ignore

const secret = "a secret of the tests";
const ident = "XX-COUNTED";

let ingest: RunningIngest;
beforeAll(async () => {
  ingest = await runIngest({ INGEST_STATION_BURST_MAX: "30", INGEST_STATION_RATE_MAX: "1" });
});
afterAll(() => ingest[Symbol.asyncDispose]());

async function stationId(): Promise<number> {
  const [row] = await ingest.database.database.sql<{ id: number }[]>`
    select id from stations where ident = ${ident}`;
  return row?.id ?? 0;
}

test("the hours of networks are counted, however many messages they send, without their addresses", async () => {
  const { sql } = ingest.database.database;
  const port = ingest.service.udpPorts[0] ?? 0;
  const own = { station_id: ident };
  const senders = [
    await sendDatagrams(port, freshLines(18, own), "127.0.0.2"),
    await sendDatagrams(port, freshLines(2, own), "127.0.0.3"),
  ];
  const rows = await until("the sources are written", async () => {
    const written = await sql<{ network: Buffer; hours: number; at: string }[]>`
      select network, bit_count(hours::bit(24))::integer as hours, first_at as at from station_sources
      where station_id = ${await stationId()}`;
    return written.length === 2 && written;
  });
  const networks = ["127.0.0.2", "127.0.0.3"].map((address) => hashNetwork(address, secret));
  // Both may have sent in the same millisecond.
  expect(rows.map(({ network }) => network)).toEqual(expect.arrayContaining(networks));
  for (const { network, hours, at } of rows) {
    expect(network).toHaveLength(16);
    // The test may run across the end of an hour.
    expect([1, 2]).toContain(hours);
    expect(Date.now() - Date.parse(at)).toBeLessThan(120_000);
  }
  await Promise.all(senders.map((sender) => sender.close()));
});

test("what was refused of a station is counted by reason, for its owner", async () => {
  const { sql } = ingest.database.database;
  await ingest.post(freshLines(40, { station_id: ident }).join("\n"));
  await ingest.post(
    `${freshLine({ station_id: ident })}\n{"station_id":"${ident}","what":"SECRET"}`,
  );
  const rejects = await until("both reasons", async () => {
    const listed = await db.stationRejects.list(sql, await stationId());
    return listed.length === 2 && listed;
  });
  expect(Object.fromEntries(rejects.map(({ reason, detail }) => [reason, detail]))).toEqual({
    "station-rate": "",
    "unknown-format": "keys: station_id, what",
  });
  expect(rejects.find(({ reason }) => reason === "unknown-format")?.count).toBe(1);
});

test.each([
  ["another kind of dash", "LK\u2010STN1"],
  ["another case", "lk-stn1"],
  ["a letter of another script", "LK-\u0405TN1"],
  ["a space", "LK- STN1"],
  ["a full-width form", "\uff2cK-STN1"],
])("a new ident that differs from a station's by %s is refused, and counted", async (_, alike) => {
  const { sql } = ingest.database.database;
  expect((await ingest.post(freshLine({ station_id: "LK-STN1" }))).status).toBe(202);
  const answer = await ingest.post(freshLine({ station_id: alike }));
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("differs from that of another station only by case");
  // An empty key is none, and other idents are not affected.
  expect((await ingest.post(freshLine({ station_id: "LK-STN1~" }))).status).toBe(202);
  expect((await ingest.post(freshLine({ station_id: "LK-STN2" }))).status).toBe(202);
  const idents = await sql<{ ident: string }[]>`select ident from stations where ident ~ '^L.*STN'`;
  expect(idents.map(({ ident: one }) => one).toSorted()).toEqual(["LK-STN1", "LK-STN2"]);
  await until("the refusal is counted for its network", async () => {
    const rows = await sql`
      select 1 from network_rejects where reason = 'look-alike' and ident = ${alike}`;
    return rows.length > 0;
  });
});

test("a station whose ident looks like another one's keeps feeding, if it was there before", async () => {
  const { sql } = ingest.database.database;
  await sql`insert into stations (ident) values ('OLD-1'), ('old-1')`;
  for (const known of ["OLD-1", "old-1"]) {
    expect((await ingest.post(freshLine({ station_id: known }))).status).toBe(202);
  }
});

test("a blocked address or station is refused within seconds, until the block is removed", async () => {
  const { sql } = ingest.database.database;
  const post = async (station: string) =>
    (await ingest.post(freshLine({ station_id: station }))).status;
  for (const [kind, value] of [
    ["ident", "XX-BLOCKED"],
    ["address", "127.0.0.1"],
  ] as const) {
    const added = await db.senderBlocks.add(sql, { kind, value, reason: null, expiresAt: null });
    await until(`the ${kind} is blocked`, async () => (await post("XX-BLOCKED")) === 403);
    expect(await post("XX-OTHER")).toBe(kind === "ident" ? 202 : 403);
    await db.senderBlocks.remove(sql, added?.id ?? "");
    await until(`the ${kind} is not blocked`, async () => (await post("XX-BLOCKED")) === 202);
  }
  const expiresAt = new Date(Date.now() - 1_000).toISOString();
  await db.senderBlocks.add(sql, { kind: "address", value: "127.0.0.1", reason: null, expiresAt });
  expect(await post("XX-BLOCKED")).toBe(202);
});
