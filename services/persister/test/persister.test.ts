import * as db from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runPersister, type Running, ids } from "./run-persister.ts";

const uuid = "00000000-0000-8000-a000-00000000000";

let running: Running;

beforeAll(async () => {
  running = await runPersister();
});

afterAll(() => running[Symbol.asyncDispose]());

describe("what is stored", () => {
  test("reads back as it was appended, every member of it", async () => {
    const { sql } = running.test.database;
    const [full, bare, odd] = await running.append(
      0,
      [
        {
          groupId: ids.next(0),
          stationId: 2_147_483_647,
          airframeId: `${uuid}1`,
          flightId: `${uuid}2`,
          linkDirection: "uplink",
          fromHex: "ABC123",
          toHex: "10F1AA",
          level: -0.1,
          error: 3,
          ack: "7",
          data: "DEADBEEF",
          departingAirport: "EDDF",
          destinationAirport: "KJFK",
          latitude: -89.999_999,
          longitude: 179.123_456_789,
          altitude: 37_000,
          timestamp: "1970-01-01T00:00:00.001Z",
        },
        {
          source: "dumphfdl",
          sourceType: "hfdl",
          linkDirection: null,
          frequency: null,
          channel: null,
          level: null,
          error: null,
          mode: null,
          label: null,
          blockId: null,
          messageNumber: null,
          tail: null,
          flightNumber: null,
          text: null,
        },
        {
          text: "{},\"'\\ NULL \u0001\u001b[31m\u202e\u{1f6eb}\r\n\t<b>",
          label: "_\u007f",
          mode: "",
        },
      ],
      { links: { skewed: true, icao: "ABC123", flightKey: "UAL123" } },
    );
    await until("three stored", async () => (await running.storedCount()) >= 3);
    for (const message of [full, bare, odd]) {
      expect(await db.messages.read(sql, message?.id ?? "")).toEqual(message);
    }
    const [airframe] = await sql`select icao, tail from airframes where id = ${`${uuid}1`}`;
    expect(airframe).toMatchObject({ icao: "ABC123", tail: "N101AB" });
    const [flight] = await sql`select flight_key, destination_airport from flights where id = ${`${uuid}2`}`; // prettier-ignore
    expect(flight).toMatchObject({ flightKey: "UAL123", destinationAirport: "KJFK" });
    const [raw] = await sql`select raw from message_raws where id = ${full?.id ?? ""}`;
    expect(raw).toMatchObject({ raw: '{"n":1}' });
  });

  test("raises the watermark to the last of the batch, by partition", async () => {
    await running.append(1, [{}, {}, {}, {}]);
    const { sql } = running.test.database;
    const marks = await until("the watermark", async () => {
      const read = await db.accounting.readWatermarks(sql, "p");
      return read.has(1) && read;
    });
    expect(marks.get(1)).toBe(4);
  });

  test("includes the facts of a flight soon after a message says something new about it", async () => {
    await using own = await runPersister();
    const { sql } = own.test.database;
    // Twice, because the first may be found by the look at the start.
    for (const [n, destinationAirport] of ["EDDF", "KJFK"].entries()) {
      const flightId = `${uuid}${n + 3}`;
      const links = { flightKey: `UAL${n + 3}` };
      await own.append(0, [{ flightId, destinationAirport }], { links });
      const facts = await until("the facts", () => db.flightFacts.read(sql, flightId));
      expect(facts.destination).toBe(destinationAirport);
    }
  });
});

describe("a poison message (F-22)", () => {
  test("alone goes to the dead letters with its reason, and the watermark passes it", async () => {
    const { sql } = running.test.database;
    const before = await running.storedCount();
    const batch = Array.from({ length: 40 }, (_, n) => ({
      text: n === 17 ? "NUL \u0000" : "fine",
    }));
    await running.append(0, batch);
    await until("39 stored", async () => (await running.storedCount()) === before + 39);
    const dead = await until("a dead letter", async () => {
      const rows = await sql<{ reason: string; detail: string; fields: string[]; seq: number }[]>`
        select reason, detail, fields, seq from dead_letters`;
      return rows.length > 0 && rows;
    });
    expect(dead).toHaveLength(1);
    expect(dead[0]).toMatchObject({ reason: "refused-by-postgres", seq: 21 });
    expect(dead[0]?.fields.join(" ")).toContain("NUL ");
    await running.append(0, [{}]);
    await until(
      "the watermark",
      async () => (await db.accounting.readWatermarks(sql, "p")).get(0) === 44,
    );
    await until("nothing pending", async () => {
      const [pending] = await running.redis.xpending(running.keys.stream(0), "persister");
      return Number(pending) === 0;
    });
  });

  test("last in its partition does not stop the watermark", async () => {
    const { sql } = running.test.database;
    const stream = running.keys.stream(1);
    await running.redis.xadd(stream, "*", "v", "x", "p", "p:1", "n", "50", "m", "\u0000");
    await until(
      "the watermark",
      async () => (await db.accounting.readWatermarks(sql, "p")).get(1) === 50,
    );
    const old = ["v", "1", "p", "p:1", "n", "51", "s", "1", "m", '{"a":\u0000', "l", "{}", "r", ""];
    await running.redis.xadd(stream, "*", ...old);
    await until(
      "the watermark",
      async () => (await db.accounting.readWatermarks(sql, "p")).get(1) === 51,
    );
    const details = running.keys.streamDetails(1);
    const entryId = (await running.redis.xadd(details, "*", "l", "{}", "r", "")) ?? "";
    const { id } = testMessage();
    const nul = ["v", "2", "p", "p:1", "n", "52", "s", "1", "i", id, "g", id, "m", '{"a":\u0000'];
    await running.redis.xadd(stream, entryId, ...nul);
    await until(
      "the watermark",
      async () => (await db.accounting.readWatermarks(sql, "p")).get(1) === 52,
    );
    const rows = await sql<{ reason: string }[]>`
      select reason from dead_letters where partition = 1 order by seq`;
    expect(rows.map(({ reason }) => reason)).toEqual([
      "unknown-version",
      "bad-entry",
      "bad-message",
    ]);
  });

  test("half a surrogate pair is stored as a replacement, a NUL in the raw object too (A-40)", async () => {
    const { sql } = running.test.database;
    const [message] = await running.append(0, [{ text: "half \ud83d" }], { raw: '{"a":"\u0000"}' });
    const read = await until("it", () => db.messages.read(sql, message?.id ?? ""));
    expect(read.text).toBe("half \ufffd");
    const [raw] = await sql`select raw from message_raws where id = ${message?.id ?? ""}`;
    expect(raw).toMatchObject({ raw: '{"a":"\u2400"}' });
  });
});

describe("an ingest that is one release ahead", () => {
  test("adds members that are not stored and do no harm", async () => {
    const before = await running.storedCount();
    const added = { authenticity: "proven", band: { name: "vhf" } };
    const sent = await running.append(
      0,
      Array.from({ length: 200 }, () => added as object),
    );
    await until("200 stored", async () => (await running.storedCount()) === before + 200);
    const { sql } = running.test.database;
    const id = sent[0]?.id ?? "";
    const { authenticity: _, band: __, ...known } = sent[0] as Message & typeof added;
    expect(await db.messages.read(sql, id)).toEqual(known);
    const [dead] = await sql<{ n: number }[]>`
      select count(*)::integer n from dead_letters where detail like '%Unrecognized%'`;
    expect(dead?.n).toBe(0);
  });
});

describe("a batch that comes again", () => {
  test("is stored once and counted as redelivered (F-20, F-21)", async () => {
    await using own = await runPersister();
    const { sql } = own.test.database;
    await own.append(
      0,
      Array.from({ length: 30 }, () => ({})),
    );
    await until("30 stored", async () => (await own.storedCount()) === 30);
    // As after a loss of Redis' groups: everything is handed out once more.
    await own.redis.xgroup("SETID", own.keys.stream(0), "persister", "0");
    await own.append(0, [{}]);
    await until("31 stored", async () => (await own.storedCount()) === 31);
    const again = () => own.counter("jetwire_persister_redelivered_total");
    await until("the 30 again", async () => (await again()) >= 30);
    expect(await own.counter("jetwire_persister_stored_total")).toBe(31);
    const [mark] = await sql`select seq, stored from watermarks where partition = 0`;
    expect(mark).toMatchObject({ seq: 31, stored: 31 });
  });
});
