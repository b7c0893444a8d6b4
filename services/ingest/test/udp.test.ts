import { afterAll, beforeAll, expect, test } from "vitest";
import { freshLine, freshLines, runIngest, type RunningIngest, sendDatagrams } from "./running-ingest.ts"; // prettier-ignore

let ingest: RunningIngest;
let offered = 0;
beforeAll(async () => {
  ingest = await runIngest();
});
afterAll(() => ingest[Symbol.asyncDispose]());

function port(): number {
  return ingest.service.udpPorts[0] ?? 0;
}

test("datagrams are stored once each, and never answered (A-33)", async () => {
  const lines = freshLines(300);
  const sender = await sendDatagrams(port(), [...lines, ...lines.slice(0, 50)]);
  offered += 350;
  const account = await ingest.accounted(offered);
  expect(account).toMatchObject({ persisted: 300, duplicates: 50, rejected: 0 });
  const rejected = await sendDatagrams(port(), ["", "x", "GET / HTTP/1.1\r\n\r\n", "{}"]);
  offered += 3;
  await ingest.accounted(offered);
  expect([await sender.close(), await rejected.close()]).toEqual([0, 0]);
});

test("empty, oversize and broken datagrams are counted by reason (F-02, A-43)", async () => {
  const before = await ingest.accounted(offered);
  const deep = `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
  const datagrams = [
    "x",
    freshLine({ text: "T".repeat(9_000) }),
    Buffer.alloc(65_000, 0xff),
    deep,
    '{"timestamp":1e400,"freq":1,"label":"H1"}',
    '{"__proto__":{"polluted":1},"constructor":1}',
  ];
  const sender = await sendDatagrams(port(), datagrams);
  offered += datagrams.length;
  const account = await ingest.accounted(offered);
  expect(account.persisted + account.rejected - before.persisted - before.rejected).toBe(6);
  expect(account.persisted).toBeGreaterThan(before.persisted);
  expect(({} as { polluted?: number }).polluted).toBe(undefined);
  await sender.close();
});

test("one object in two datagrams is one message", async () => {
  const before = await ingest.accounted(offered);
  const line = freshLine();
  const sender = await sendDatagrams(port(), [line.slice(0, 60), line.slice(60)]);
  offered += 1;
  const account = await ingest.accounted(offered);
  expect(account.persisted).toBe(before.persisted + 1);
  await sender.close();
});

test("a flood of new idents creates stations only up to the limit (A-32)", async () => {
  await using own = await runIngest({
    INGEST_NEW_STATIONS_PER_ADDRESS_MAX: "20",
    INGEST_NEW_STATIONS_MAX: "3000",
  });
  const flood = Array.from({ length: 3_000 }, (_, n) => freshLine({ station_id: `FLOOD-${n}` }));
  const rssBefore = process.memoryUsage().rss;
  const responses = await Promise.all(
    [0, 1_000, 2_000].map((from) => own.post(flood.slice(from, from + 1_000).join("\n"))),
  );
  for (const response of responses) await response.text();
  const genuine = await sendDatagrams(
    own.service.udpPorts[0] ?? 0,
    freshLines(5, { station_id: "XX-GENUINE" }),
    "127.0.0.2",
  );
  const account = await own.accounted(3_005);
  expect(account).toMatchObject({ persisted: 25, limited: 2_980 });
  expect(account.counts[0]?.limited).toEqual({ "new-stations": 2_980 });
  const [row] = await own.database.database.sql<{ n: number }[]>`select count(*)::integer n from stations`; // prettier-ignore
  expect(row?.n).toBe(21);
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(150 << 20);
  await genuine.close();
});

test("a flood under another station's ident uses up its own limit, not the other's (A-31)", async () => {
  await using own = await runIngest({
    INGEST_STATION_RATE_MAX: "10",
    INGEST_STATION_BURST_MAX: "50",
  });
  const udpPort = own.service.udpPorts[0] ?? 0;
  const genuineLines = Array.from({ length: 40 }, (_, n) => freshLine({ text: `GENUINE ${n}` }));
  const spoofed = await sendDatagrams(udpPort, freshLines(500), "127.0.0.3");
  const genuine = await sendDatagrams(udpPort, genuineLines, "127.0.0.2");
  const account = await own.accounted(540);
  const [row] = await own.database.database.sql<{ n: number }[]>`
    select count(*)::integer n from messages where body like 'GENUINE %'`;
  expect(row?.n).toBe(40);
  expect(account.limited).toBeGreaterThan(400);
  expect(account.limited).toBeLessThanOrEqual(450);
  expect(Object.keys(account.counts[0]?.limited ?? {})).toEqual(["station-rate"]);
  await Promise.all([spoofed.close(), genuine.close()]);
});
