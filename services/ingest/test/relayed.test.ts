import { randomBytes } from "node:crypto";
import { constants, zstdCompressSync } from "node:zlib";
import { Problem, RelayAnswer } from "@jetwire/protocol";
import {
  dictionaries,
  dictionaryHeader,
  relayBatchHeader,
  relayDictionary,
  writeRelayedLines,
} from "@jetwire/transport";
import { jaeroFlat } from "@jetwire/decoders/samples";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshLine, freshLines, runIngest, type RunningIngest } from "./running-ingest.ts";

const hourMs = 3_600_000;
const dictionary = dictionaries.get(relayDictionary);

let ingest: RunningIngest;
let offered = 0;
beforeAll(async () => {
  // Refused bodies are charged to the one address from which all tests send.
  ingest = await runIngest({ INGEST_ADDRESS_BURST_MAX: "1000000" });
});
afterAll(() => ingest[Symbol.asyncDispose]());

const checksum = { [constants.ZSTD_c_checksumFlag]: 1 };

let made = 0;

/** A line of a decoder that sends no time. */
function timelessLine(text = `TIMELESS ${made++}`): string {
  return JSON.stringify({ ...jaeroFlat, TIME: undefined, MESSAGE: text });
}

/** A series that no relay has used. */
function freshSeries(): string {
  return `series-${made++}`.padEnd(22, "-");
}

function relayed(lines: readonly string[], receivedAtMs = Date.now()): Buffer {
  const text = writeRelayedLines(lines.map((line) => ({ receivedAtMs, text: line })));
  return zstdCompressSync(text, { params: checksum, ...(dictionary && { dictionary }) });
}

async function post(
  body: Buffer,
  batch: string,
  { own = ingest, headers = {} }: { own?: RunningIngest; headers?: Record<string, string> } = {},
): Promise<Response> {
  return await own.post(body, {
    "content-encoding": "zstd",
    [dictionaryHeader]: relayDictionary,
    [relayBatchHeader]: batch,
    ...headers,
  });
}

async function answered(response: Response): Promise<RelayAnswer> {
  expect(response.status).toBe(202);
  return RelayAnswer.parse(await response.json());
}

async function problem(response: Response, status: number): Promise<Problem> {
  expect(response.status).toBe(status);
  return Problem.parse(await response.json());
}

async function storedTimes(own: RunningIngest, body: string): Promise<number[]> {
  const rows = await own.database.database.sql<{ at: string }[]>`
    select received_at as at from messages where body = ${body}`;
  return rows.map(({ at }) => Date.parse(at));
}

describe("a batch of a relay", () => {
  test("is acknowledged when it is on disk, and what comes again under its numbers is skipped", async () => {
    const series = freshSeries();
    const lines = freshLines(5);
    expect(await answered(await post(relayed(lines.slice(0, 3)), `${series}:0`))).toEqual({
      acknowledged: 3, repeated: 0, accepted: 3, ignored: 0, rejected: 0, refused: {},
    }); // prettier-ignore
    const again = await answered(await post(relayed(lines), `${series}:0`));
    expect(again).toMatchObject({ acknowledged: 5, repeated: 3, accepted: 2 });
    expect(await answered(await post(relayed(lines.slice(1)), `${series}:1`))).toMatchObject({
      acknowledged: 4,
      repeated: 4,
      accepted: 0,
    });
    offered += 5;
    expect((await ingest.accounted(offered)).duplicates).toBe(0);
  });

  test("is stored once if it comes again after Redis lost its numbers, also lines without a time", async () => {
    const before = await ingest.accounted(offered);
    const lines = [freshLine(), timelessLine(), timelessLine()]; // prettier-ignore
    const body = relayed(lines, Date.now() - 5 * 60_000);
    await answered(await post(body, `${freshSeries()}:0`));
    expect(await answered(await post(body, `${freshSeries()}:0`))).toMatchObject({ accepted: 3 });
    offered += 6;
    const after = await ingest.accounted(offered);
    expect(after.persisted - before.persisted).toBe(3);
    expect(after.duplicates - before.duplicates).toBe(3);
  });

  test("of a day ago keeps the times of its lines, also those that the relay noted, through a restart", async () => {
    const receivedAtMs = Date.now() - 26 * hourMs;
    const stationTime = { timestamp: (receivedAtMs - 1_000) / 1_000, text: "OWN TIME" };
    const lines = [timelessLine("NO TIME"), freshLine(stationTime)];
    await answered(await post(relayed(lines, receivedAtMs), `${freshSeries()}:0`));
    offered += 2;
    await ingest.stop();
    await ingest.begin();
    await ingest.accounted(offered);
    expect(await storedTimes(ingest, "NO TIME")).toEqual([receivedAtMs]);
    expect(await storedTimes(ingest, "OWN TIME")).toEqual([receivedAtMs - 1_000]);
    const [row] = await ingest.database.database.sql<{ created: string }[]>`
      select created_at as created from messages where body = 'NO TIME'`;
    expect(Date.now() - Date.parse(row?.created ?? "")).toBeLessThan(60_000);
  });

  test("with a time that no relay can have gets the time of acceptance", async () => {
    const line = timelessLine("IMPOSSIBLE");
    for (const wrongMs of [Date.now() - 80 * hourMs, Date.now() + hourMs]) {
      await answered(await post(relayed([line], wrongMs), `${freshSeries()}:0`));
    }
    offered += 2;
    await ingest.accounted(offered);
    for (const timeMs of await storedTimes(ingest, "IMPOSSIBLE")) {
      expect(Math.abs(Date.now() - timeMs)).toBeLessThan(60_000);
    }
  });

  test("skips empty lines, which were for others, and rejects what is no single object", async () => {
    const lines = ["", freshLine(), "", "{ not json", `${freshLine()}${freshLine()}`, freshLine()];
    const answer = await answered(await post(relayed(lines), `${freshSeries()}:0`));
    expect(answer).toMatchObject({ acknowledged: 6, accepted: 2, rejected: 2, ignored: 0 });
    offered += 4;
    await ingest.accounted(offered);
  });

  test.each([
    ["nothing", "x".repeat(22)],
    ["a short series", "short:0"],
    ["a negative number", `${"x".repeat(22)}:-1`],
    ["another character", `${"x".repeat(21)}/:1`],
  ])("with a malformed header (%s) is 400 and names it", async (_, batch) => {
    const { message } = await problem(await post(relayed([freshLine()]), batch), 400);
    expect(message).toContain("X-Relay-Batch");
  });

  test.each([
    ["without times", freshLine(), "Line 1"],
    ["with a time that is no number", `17672256000000 {}\n1e3 {}`, "Line 2"],
    ["with too many lines", "1 {}\n".repeat(5_001), "Line 5001"],
  ])("%s is 400 and names the line", async (_, text, named) => {
    const { message } = await problem(await post(zstdCompressSync(text), `${freshSeries()}:0`, { headers: { [dictionaryHeader]: relayDictionary } }), 400); // prettier-ignore
    expect(message).toContain(named);
  });
});

test("a batch above the limit of its station is acknowledged up to there, and the rest is 429", async () => {
  const limits = { INGEST_STATION_RATE_MAX: "1", INGEST_STATION_BURST_MAX: "5" };
  await using own = await runIngest(limits, { persister: false });
  const series = freshSeries();
  const lines = freshLines(8);
  const first = await answered(await post(relayed(lines), `${series}:0`, { own }));
  expect(first).toMatchObject({ acknowledged: 5, accepted: 5, refused: {} });
  const refused = await post(relayed(lines.slice(5)), `${series}:5`, { own });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await problem(refused, 429)).toMatchObject({ code: "rate_limited" });
  // What was acknowledged stays so.
  const again = await answered(await post(relayed(lines.slice(0, 5)), `${series}:0`, { own }));
  expect(again).toMatchObject({ acknowledged: 5, repeated: 5 });
});

test("a batch that no journal takes is 503, and nothing of it is acknowledged", async () => {
  await using own = await runIngest(
    { INGEST_JOURNAL_BYTES_MAX: String(1 << 20) },
    { persister: false },
  );
  const series = freshSeries();
  let first = 0;
  const full = await until("a full journal", async () => {
    const lines = freshLines(20, { text: randomBytes(4_000).toString("base64") });
    const response = await post(relayed(lines), `${series}:${first}`, { own });
    if (response.status !== 202) return response;
    first += (await answered(response)).acknowledged;
    return false;
  });
  expect(await problem(full, 503)).toMatchObject({ code: "unavailable" });
});

describe("a body in zstd", () => {
  test("needs no dictionary, and is any body", async () => {
    const body = zstdCompressSync(freshLines(3).join("\n"));
    const response = await ingest.post(body, { "content-encoding": "zstd" });
    expect(response.status).toBe(202);
    offered += 3;
    await ingest.accounted(offered);
  });

  test("with a dictionary that is not known is 415, and the known ones are named", async () => {
    const headers = { [dictionaryHeader]: "jetwire-0" };
    const refused = await post(relayed([freshLine()]), `${freshSeries()}:0`, { headers });
    const { code, message } = await problem(refused, 415);
    expect(code).toBe("unsupported_media_type");
    expect(message).toContain(relayDictionary);
  });

  test("that is cut, or made with another dictionary, is 400", async () => {
    const body = relayed(freshLines(3));
    const text = writeRelayedLines([{ receivedAtMs: 1, text: freshLine() }]);
    const other = Buffer.from(freshLine().repeat(9));
    const wrong = zstdCompressSync(text, { params: checksum, dictionary: other });
    for (const sent of [body.subarray(0, -3), Buffer.from("no zstd"), wrong]) {
      const { message } = await problem(await post(sent, `${freshSeries()}:0`), 400);
      expect(message).toContain("zstd");
    }
  });

  test("that inflates too much, by its ratio or in all, is 413 and counted, and one that asks for a large window is refused", async () => {
    const before = await ingest.accounted(offered);
    const byRatio = zstdCompressSync(Buffer.alloc(1 << 20, 0x20));
    expect(byRatio.length).toBeLessThan(300);
    const random = zstdCompressSync(Buffer.from(Array.from({ length: 1 << 15 }, () => Math.random() * 256))); // prettier-ignore
    const inAll = zstdCompressSync(Buffer.concat(Array.from({ length: 200 }, () => random)));
    const refusedRatio = await problem(await ingest.post(byRatio, { "content-encoding": "zstd" }), 413); // prettier-ignore
    expect(refusedRatio.message).toContain("65536 bytes");
    const refusedAll = await problem(await ingest.post(inAll, { "content-encoding": "zstd" }), 413);
    expect(refusedAll.message).toContain("4194304 bytes");
    offered += 2;
    expect((await ingest.accounted(offered)).rejected).toBe(before.rejected + 2);
    const params = { [constants.ZSTD_c_windowLog]: 27 };
    const window = zstdCompressSync(Buffer.alloc(64 << 20, 0x20), { params });
    const rssBefore = process.memoryUsage().rss;
    await problem(await ingest.post(window, { "content-encoding": "zstd" }), 400);
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(60 << 20);
  });
});
