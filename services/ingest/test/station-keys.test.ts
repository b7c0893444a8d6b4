import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { IngestAnswer, Problem } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectTcp, freshLine, freshLines, runIngest, type RunningIngest, sendDatagrams, written } from "./running-ingest.ts"; // prettier-ignore

const key = "jws_5ZkQ0aXrB8mTqV2n4cHd1e";
const ident = "XX-KEYED";

let ingest: RunningIngest;
let keyId = "";
let offered = 0;
beforeAll(async () => {
  ingest = await runIngest();
  keyId = await addKeyedStation(ingest, ident);
});
afterAll(() => ingest[Symbol.asyncDispose]());

/** Adds a station with the key; ingest starts again, and reads it then. */
async function addKeyedStation(own: RunningIngest, station: string): Promise<string> {
  const { sql } = own.database.database;
  const stationId = await db.stations.register(sql, {
    ident: station,
    sourceType: "acars",
    simulated: false,
  });
  const keyHash = hash("sha256", key, "buffer");
  const added = { stationId, keyHash, hint: "jws_5ZkQ0", label: null };
  const issued = await db.stationKeys.issue(sql, added);
  await own.stop();
  await own.begin();
  return issued?.id ?? "";
}

/** How the messages with this text were stored, and the decoders' objects. */
async function stored(own: RunningIngest, text: string) {
  return await own.database.database.sql<{ authenticated: boolean | null; raw: string }[]>`
    select m.authenticated, r.raw from messages m join message_raws r on r.id = m.id
    where m.body = ${text} order by m.id`;
}

test("a message with a key is proven over UDP, TCP and HTTP, and a forged one is not", async () => {
  const { udpPorts, tcpPorts } = ingest.service;
  const keyed = { station_id: `${ident}~${key}` };
  const sent = await sendDatagrams(udpPorts[0] ?? 0, [
    freshLine({ ...keyed, text: "UDP" }),
    freshLine({ station_id: ident, text: "FORGED" }),
    freshLine({ station_id: `${ident}~${key.slice(0, -1)}0`, text: "WRONG KEY" }),
    freshLine({ station_id: "XX-KEYLESS", text: "KEYLESS" }),
  ]);
  const { socket } = await connectTcp(tcpPorts[0] ?? 0);
  await written(socket, `${freshLine({ ...keyed, text: "TCP" })}\n`);
  await ingest.post(freshLine({ station_id: ident, text: "HTTP" }), { "x-station-key": key });
  await ingest.post(freshLine({ ...keyed, text: "HTTP IDENT" }));
  offered += 7;
  await ingest.accounted(offered);
  for (const text of ["UDP", "TCP", "HTTP", "HTTP IDENT"]) {
    expect([text, ...(await stored(ingest, text))]).toMatchObject([text, { authenticated: true }]);
  }
  for (const text of ["FORGED", "WRONG KEY"]) {
    expect([text, ...(await stored(ingest, text))]).toMatchObject([text, { authenticated: false }]);
  }
  expect(await stored(ingest, "KEYLESS")).toMatchObject([{ authenticated: null }]);
  const idents = await ingest.database.database.sql<{ ident: string }[]>`
    select ident from stations order by ident`;
  expect(idents.map((row) => row.ident)).toEqual(["XX-KEYED", "XX-KEYLESS"]);
  socket.destroy();
  await sent.close();
});

test("the key is nowhere: not in raw objects, the journal, the stream or the log", async () => {
  const broken = `{"station_id":"${ident}~${key}","text":"BROKEN`;
  await ingest.post(`${broken}\n${freshLine({ station_id: `${ident}~${key}` })}`);
  offered += 2;
  await ingest.accounted(offered);
  const { sql } = ingest.database.database;
  const [raws] = await sql<{ n: number }[]>`
    select count(*)::integer as n from message_raws where raw ilike '%jws\\_%'`;
  expect(raws?.n).toBe(0);
  const files = await readdir(ingest.journalDirectory);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const bytes = await readFile(join(ingest.journalDirectory, file), "latin1");
    expect(bytes).not.toContain("jws_");
  }
  expect(ingest.logged.join("")).toContain("object rejected");
  expect(ingest.logged.join("")).not.toContain("jws_");
});

test("a message keeps its proof when the journal is replayed", async () => {
  await ingest.post(freshLine({ station_id: ident, text: "BEFORE" }), { "x-station-key": key });
  offered += 1;
  await ingest.stop();
  await ingest.begin();
  await ingest.accounted(offered);
  expect(await stored(ingest, "BEFORE")).toMatchObject([{ authenticated: true }]);
});

test("a header that is no station key is refused", async () => {
  const response = await ingest.post(freshLine(), { "x-station-key": "jws_short" });
  expect(response.status).toBe(400);
  expect(Problem.parse(await response.json()).message).toContain("X-Station-Key");
});

test("a station that requires a key refuses forged messages, by reason, while it is on", async () => {
  const { sql } = ingest.database.database;
  await db.stations.change(sql, { ident }, { keyPolicy: "required" });
  const refused = await until("the policy is in force", async () => {
    offered += 1;
    const response = await ingest.post(freshLine({ station_id: ident }));
    return response.status !== 202 && response;
  });
  expect(refused.status).toBe(403);
  expect(Problem.parse(await refused.json()).errors?.[0]?.message).toBe("unproven");
  const mixed = `${freshLine({ station_id: ident })}\n${freshLine({ station_id: `${ident}~${key}` })}`;
  const answer = IngestAnswer.parse(await (await ingest.post(mixed)).json());
  offered += 2;
  expect(answer).toMatchObject({ accepted: 1, limited: 1 });
  const { counts } = await ingest.accounted(offered);
  expect(counts[0]?.limited).toEqual({ unproven: 2 });
  await db.stations.change(sql, { ident }, { keyPolicy: "any" });
});

test("a key that was revoked proves nothing within seconds", async () => {
  const { sql } = ingest.database.database;
  const [row] = await sql<{ id: number }[]>`select id from stations where ident = ${ident}`;
  expect(await db.stationKeys.revoke(sql, row?.id ?? 0, keyId)).toBe(true);
  expect(await db.stationKeys.revoke(sql, row?.id ?? 0, keyId)).toBe(false);
  let sent = 0;
  await until("messages are not proven any more", async () => {
    const text = `REVOKED ${sent++}`;
    const response = await ingest.post(freshLine({ station_id: `${ident}~${key}`, text }));
    offered += response.ok ? 1 : 0;
    await ingest.accounted(offered);
    return (await stored(ingest, text))[0]?.authenticated === null;
  });
});

test("a flood of ten times its messages under a station's ident drops none that a key proves (A-31)", async () => {
  await using own = await runIngest({
    INGEST_STATION_RATE_MAX: "1",
    INGEST_STATION_BURST_MAX: "200",
    INGEST_ADDRESS_RATE_MAX: "1",
    INGEST_ADDRESS_BURST_MAX: "300",
    INGEST_QUEUE_MAX: "500",
  });
  await addKeyedStation(own, ident);
  const genuineLines = Array.from({ length: 100 }, (_, n) =>
    freshLine({ station_id: `${ident}~${key}`, text: `GENUINE ${n}` }),
  );
  const spoofed = freshLines(1_000, { station_id: ident });
  // The same address: datagrams with a forged source are not distinguishable from the station's own.
  const mixed = genuineLines.flatMap((line, n) => [...spoofed.slice(n * 10, n * 10 + 10), line]);
  const { socket } = await connectTcp(own.service.tcpPorts[0] ?? 0);
  await written(socket, mixed.map((line) => `${line}\n`).join(""));
  const account = await own.accounted(1_100);
  const [row] = await own.database.database.sql<{ n: number }[]>`
    select count(*)::integer as n from messages where body like 'GENUINE %' and authenticated`;
  expect(row?.n).toBe(100);
  expect(account.limited).toBeGreaterThan(700);
  socket.destroy();
});
