import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { IngestAnswer, Problem } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectTcp,
  freshLine,
  freshLines,
  runIngest,
  type RunningIngest,
} from "./running-ingest.ts";

let ingest: RunningIngest;
let offered = 0;
beforeAll(async () => {
  // Refused bodies are charged to the one address from which all tests send.
  ingest = await runIngest({ INGEST_ADDRESS_BURST_MAX: "1000000" });
});
afterAll(() => ingest[Symbol.asyncDispose]());

async function answered(response: Response): Promise<IngestAnswer> {
  expect(response.status).toBe(202);
  return IngestAnswer.parse(await response.json());
}

async function problem(response: Response, status: number): Promise<Problem> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const summary = Problem.parse(await response.json());
  expect(summary.status).toBe(status);
  expect(summary.requestId).toBe(response.headers.get("x-request-id"));
  return summary;
}

describe("an accepted request", () => {
  test.each([
    ["one object", () => freshLine(), 1],
    ["an array", () => `[${freshLines(3).join(",\n")}]`, 3],
    ["NDJSON", () => `${freshLines(4).join("\n")}\n`, 4],
    ["NDJSON with blank lines and CR LF", () => `\r\n${freshLines(2).join("\r\n\r\n")}\r\n`, 2],
  ])("%s", async (_, body, count) => {
    const summary = await answered(await ingest.post(body()));
    offered += count;
    expect(summary).toMatchObject({ accepted: count, rejected: 0, limited: 0, ignored: 0 });
    expect(summary.items.map(({ index }) => index)).toEqual(
      summary.items.map((_item, index) => index),
    );
    const { sql } = ingest.database.database;
    const storedIds = summary.items.map(({ id }) => id ?? "");
    const rows = await until("its rows", async () => {
      const found = await sql<{ id: string }[]>`select id from messages where id = any(${storedIds}::uuid[])`; // prettier-ignore
      return found.length === count && found;
    });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(storedIds);
  });

  test("may be gzipped, with any media type", async () => {
    for (const type of ["application/x-ndjson", "text/plain", "APPLICATION/JSON; charset=utf-8"]) {
      const body = gzipSync(freshLines(2).join("\n"));
      const summary = await answered(
        await ingest.post(body, { "content-type": type, "content-encoding": "gzip" }),
      );
      offered += 2;
      expect(summary.accepted).toBe(2);
    }
  });

  test("has a result per item, and invalid items do not affect valid ones", async () => {
    const squitter = freshLine({ label: "SQ", text: "02XA", tail: undefined, flight: undefined });
    const body = [freshLine(), "{ not json", squitter, '{"what": 1}', freshLine()].join("\n");
    const summary = await answered(await ingest.post(body));
    offered += 5;
    expect(summary.items.map(({ status }) => status)).toEqual(
      ["accepted", "rejected", "ignored", "rejected", "accepted"],
    ); // prettier-ignore
    expect(summary).toMatchObject({ accepted: 2, rejected: 2, ignored: 1, limited: 0 });
    expect(summary.items[3]).toMatchObject({ reason: "unknown-format" });
    await ingest.accounted(offered);
  });

  test("that is repeated gets the same answer and is stored once (F-04)", async () => {
    const before = await ingest.accounted(offered);
    const body = freshLines(3).join("\n");
    const first = await answered(await ingest.post(body));
    expect(await answered(await ingest.post(body))).toEqual(first);
    offered += 6;
    const after = await ingest.accounted(offered);
    expect(after.persisted - before.persisted).toBe(3);
    expect(after.duplicates - before.duplicates).toBe(3);
  });
});

describe("a refused request", () => {
  test("a body that inflates beyond its limit is 413, is counted, and costs little (A-51)", async () => {
    const before = await ingest.accounted(offered);
    const bomb = gzipSync(Buffer.alloc(64 << 20, 0x20));
    expect(bomb.length).toBeLessThan(100_000);
    const rssBefore = process.memoryUsage().rss;
    const summary = await problem(await ingest.post(bomb, { "content-encoding": "gzip" }), 413);
    expect(summary.code).toBe("payload_too_large");
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(60 << 20);
    offered += 1;
    expect((await ingest.accounted(offered)).rejected).toBe(before.rejected + 1);
  });

  test("a body beyond its limit is 413, and the sender gets to read it", async () => {
    const summary = await problem(await ingest.post(Buffer.alloc(6 << 20, 0x20)), 413);
    offered += 1;
    expect(summary.message).toContain("4194304 bytes");
  });

  test.each([
    ["a few too many", "{}\n".repeat(10_001)],
    ["2 MB of empty objects", "{}".repeat(1 << 20)],
    ["4 MB of numbers", "1\n".repeat(1 << 21)],
  ])(
    "more objects than a body may hold are 413 with the position, and are counted: %s",
    async (_, body) => {
      const before = await ingest.accounted(offered);
      const zipped = gzipSync(body);
      const summary = await problem(await ingest.post(zipped, { "content-encoding": "gzip" }), 413);
      expect(summary.message).toMatch(/10000 objects; the next one begins at character \d+$/);
      // The splitter stops at the first object above the limit.
      offered += 10_001;
      const after = await ingest.accounted(offered);
      expect(after.rejected).toBe(before.rejected + 10_001);
      expect(after.counts[0]?.rejected).toHaveProperty("too-many-objects");
    },
  );

  test.each([
    ["a media type", { "content-type": "multipart/form-data; boundary=x" }],
    ["an encoding", { "content-encoding": "br" }],
  ])("%s that isn't known is 415", async (_, headers) => {
    const summary = await problem(await ingest.post(freshLine(), headers), 415);
    expect(summary.code).toBe("unsupported_media_type");
  });

  test("another method is 405 and names the right one", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await fetch(ingest.url, { method });
      expect(response.headers.get("allow")).toBe("POST");
      await problem(response, 405);
    }
  });

  test("another path is 404", async () => {
    for (const path of ["/", "/v1/ingest/x", "/v1/messages"]) {
      const url = new URL(path, ingest.url);
      const summary = await problem(await fetch(url, { method: "POST", body: freshLine() }), 404);
      expect(summary.code).toBe("not_found");
    }
  });

  test("an empty body, blank lines and an empty array are 400", async () => {
    for (const body of ["", "\n\n \r\n", "[]"]) {
      const summary = await problem(await ingest.post(body), 400);
      expect(summary.code).toBe("invalid_request");
    }
    // The empty array is something that was offered.
    offered += 1;
  });

  test("only unreadable items are 400, and each is named", async () => {
    const summary = await problem(await ingest.post('{"a":1}\n[1]\n'), 400);
    offered += 2;
    await ingest.accounted(offered);
    expect(summary.errors?.map(({ field }) => field)).toEqual(["items[0]", "items[1]"]);
  });

  test("invalid gzip is 400", async () => {
    await problem(await ingest.post(freshLine(), { "content-encoding": "gzip" }), 400);
    const cut = gzipSync(freshLine()).subarray(0, -9);
    const summary = await problem(await ingest.post(cut, { "content-encoding": "gzip" }), 400);
    expect(summary.message).toContain("gzip");
  });

  test("a body shorter than its Content-Length is no message, and a longer one ends there", async () => {
    const before = await ingest.accounted(offered);
    const line = freshLine();
    const cut = connect({ port: ingest.service.httpPort, host: "127.0.0.1" });
    cut.end(
      `POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: ${line.length + 50}\r\n\r\n${line}`,
    );
    cut.resume();
    await once(cut, "close");
    const over = request(ingest.url, { method: "POST", headers: { "content-length": 2 } });
    over.on("error", () => {});
    over.flushHeaders();
    over.socket?.on("error", () => {});
    over.write("{}");
    over.end();
    const [response] = (await once(over, "response")) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(400);
    offered += 1;
    expect((await ingest.accounted(offered)).persisted).toBe(before.persisted);
  });
});

describe("over the limits", () => {
  test("of a station, nothing accepted is 429 with Retry-After; some accepted is 202 with each result", async () => {
    await using own = await runIngest(
      { INGEST_STATION_RATE_MAX: "1", INGEST_STATION_BURST_MAX: "5" },
      { persister: false },
    );
    const some = await answered(await own.post(freshLines(8).join("\n")));
    expect(some).toMatchObject({ accepted: 5, limited: 3 });
    expect(some.items[7]).toMatchObject({ status: "limited", reason: "station-rate" });
    const refused = await own.post(freshLines(2).join("\n"));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const summary = await problem(refused, 429);
    expect(summary).toMatchObject({ code: "rate_limited", message: "Rate limit exceeded" });
    // Another station of the same sender has a share of its own.
    expect((await own.post(freshLine({ station_id: "XX-OTHER" }))).status).toBe(202);
  });

  test("of the journal, nothing accepted is 503 with Retry-After", async () => {
    await using own = await runIngest(
      { INGEST_JOURNAL_BYTES_MAX: String(1 << 20) },
      { persister: false },
    );
    let last = await own.post(freshLine());
    for (let step = 0; last.status === 202 && step < 60; step++) {
      last = await own.post(freshLines(20, { text: `${step}${"J".repeat(2_000)}` }).join("\n"));
    }
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    const summary = await problem(last, 503);
    expect(summary.errors?.[0]?.message).toBe("journal-full");
  });
});

test("refused bodies use up their sender's budget, and are no longer read", async () => {
  await using own = await runIngest({
    INGEST_ADDRESS_RATE_MAX: "1",
    INGEST_ADDRESS_BURST_MAX: "100",
  });
  await answered(await own.post(freshLine()));
  await problem(await own.post("{}".repeat(10_001)), 413);
  const refused = await own.post(freshLine());
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await problem(refused, 429)).toMatchObject({ code: "rate_limited" });
  const { counts } = await own.accounted(10_003);
  expect(counts[0]).toMatchObject({ accepted: 1, limited: { "address-rate": 1 } });
});

test.each([
  ["of all bodies", "INGEST_BODIES_MAX", "bodies"],
  ["of the bodies of an address", "INGEST_BODIES_PER_ADDRESS_MAX", "address-bodies"],
])(
  "a body above the limit %s is 503 with Retry-After, and is accepted after another ended",
  async (_, variable, reason) => {
    await using own = await runIngest({ [variable]: "1" }, { persister: false });
    const line = freshLine();
    const slow = connect({ port: own.service.httpPort, host: "127.0.0.1" });
    await once(slow, "connect");
    slow.write(`POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: ${line.length}\r\n\r\n{`);
    const refused = await until("a refusal", async () => {
      const response = await own.post(freshLine());
      return response.status === 503 && response;
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await problem(refused, 503)).toMatchObject({ code: "unavailable" });
    const limited = [...(await own.metrics()).matchAll(/status="limited",reason="(.*?bodies)"} (\d+)/g)]; // prettier-ignore
    expect(limited.flatMap(([, name, count]) => (count === "0" ? [] : [name]))).toEqual([reason]);
    slow.write(line.slice(1));
    await once(slow, "data");
    expect((await own.post(freshLine())).status).toBe(202);
    slow.destroy();
  },
);

test("connections above the limit of an address are closed", async () => {
  await using own = await runIngest(
    { INGEST_CONNECTIONS_PER_ADDRESS_MAX: "2" },
    { persister: false },
  );
  const open = await Promise.all([1, 2].map(() => connectTcp(own.service.httpPort)));
  const refused = await connectTcp(own.service.httpPort);
  await refused.closed;
  expect(open.map(({ socket }) => socket.destroyed)).toEqual([false, false]);
  for (const { socket } of open) socket.destroy();
});

test("an open connection does not delay a stop", async () => {
  await using own = await runIngest({}, { persister: false });
  const slow = connect({ port: own.service.httpPort, host: "127.0.0.1" });
  slow.on("error", () => {});
  await once(slow, "connect");
  slow.write("POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  await (await own.post(freshLine())).text();
  const before = performance.now();
  await own.stop();
  expect(performance.now() - before).toBeLessThan(6_000);
  slow.destroy();
});
