import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batch, block, hello, openAsf2, part } from "./asf2-client.ts";
import { runIngest, type RunningIngest } from "./running-ingest.ts";

let ingest: RunningIngest;
beforeAll(async () => {
  ingest = await runIngest({ INGEST_ASF2_PORT: "0" });
});
afterAll(() => ingest[Symbol.asyncDispose]());

let made = 0;
const freshText = () => `ASF2 ${made++}`;

function open() {
  const port = ingest.service.asf2Port;
  if (port === null) throw new Error("asf-2.0 is not served");
  return openAsf2(port);
}

async function stored(text: string) {
  const { sql } = ingest.database.database;
  return await until("the message", async () => {
    const rows = await sql<Record<string, unknown>[]>`
      select m.*, s.ident, r.raw from messages m join stations s on s.id = m.station_id
      left join message_raws r on r.id = m.id where m.body = ${text}`;
    return rows[0];
  });
}

describe("a feeder that speaks asf-2.0", () => {
  test("is acknowledged, and its message is stored with all that it says", async () => {
    const client = open();
    const text = freshText();
    client.send(hello({ ident: "ASF-1", id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }));
    client.send(batch(7, [block({ text })]));
    await until("the acknowledgement", async () => client.acknowledged() === 7);
    const row = await stored(text);
    expect(row).toMatchObject({
      ident: "ASF-1",
      source: "xng",
      sourceType: "acars",
      tail: "N471XG",
      label: "H1",
      flightNumber: "XG0042",
      messageNumber: "M42A",
      linkDirection: "downlink",
      frequency: 131.55,
      level: -18.5,
      noise: -40,
    });
    expect(String(row["raw"])).toContain('"raw":"AQID"');
    expect(String(row["raw"])).not.toContain("SERIAL-77");
    client.end();
    expect(await client.ended).toEqual({ status: 0, message: "" });
  });

  test("may have a UUID of its own and no other name, in either case", async () => {
    const client = open();
    const text = freshText();
    client.send(hello({ id: "7C9E6679-7425-40DE-944B-E07FC1F90AE7" }));
    client.send(batch(0, [block({ text, mode: "vdl2", hz: 136_975_000 })]));
    const row = await stored(text);
    expect(row).toMatchObject({ ident: "7c9e6679-7425-40de-944b-e07fc1f90ae7", sourceType: "vdl" });
    client.close();
  });

  test("sends kinds that are no messages, which are acknowledged and not stored", async () => {
    const client = open();
    const before = await offered();
    client.send(hello({ ident: "ASF-2" }));
    client.send(part(3, Buffer.from([8, 5])));
    client.send(part(77, "a kind of a later version"));
    const undecoded = Buffer.concat([part(1, "vdl2"), Buffer.from([13 << 3, 1])]);
    client.send(batch(1, [undecoded, block({ text: freshText(), crcOk: false })]));
    client.send(batch(2, []));
    await until("the acknowledgement", async () => client.acknowledged() === 2);
    expect((await offered()) - before).toBe(2);
    client.close();
  });

  test("gets one acknowledgement for many batches, in order", async () => {
    const client = open();
    client.send(hello({ ident: "ASF-MANY" }));
    for (let seq = 0; seq < 300; seq++) client.send(batch(seq, [block({ text: freshText() })]));
    await expect.poll(() => client.acknowledged()).toBe(299);
    client.close();
  });
});

async function offered(): Promise<number> {
  const text = await ingest.metrics();
  const lines = text.split("\n").filter((line) => line.includes('status="offered"'));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

describe("a stream ends with what is wrong:", () => {
  const invalidArgument = 3;
  const resourceExhausted = 8;

  test("another version of the protocol", async () => {
    const client = open();
    client.send(hello({ version: 3 }));
    expect(await client.ended).toEqual({
      status: invalidArgument,
      message: "hello.protocol_version is 3, and this service understands 2",
    });
  });

  test("a batch before hello", async () => {
    const client = open();
    client.send(batch(0, [block({ text: freshText() })]));
    expect(await client.ended).toMatchObject({
      status: invalidArgument,
      message: "a batch came before hello",
    });
  });

  test("bytes that are no envelope", async () => {
    const client = open();
    client.send(Buffer.from([0x0a, 0xff, 0xff, 0xff]));
    expect(await client.ended).toEqual({
      status: invalidArgument,
      message: expect.stringContaining("no envelope of asf-2.0: "),
    });
  });

  test("an envelope above a mebibyte", async () => {
    const client = open();
    client.send(hello({ ident: "ASF-3" }));
    client.send(batch(0, [block({ text: "x".repeat(1 << 20) })]));
    const { status, message } = await client.ended;
    expect([status, message]).toEqual([
      resourceExhausted,
      expect.stringContaining("larger than configured readMaxBytes 1048576"),
    ]);
  });

  test("more messages in a batch than are taken", async () => {
    const client = open();
    client.send(hello({ ident: "ASF-4" }));
    client.send(
      batch(
        0,
        Array.from({ length: 1_001 }, () => part(1, "acars")),
      ),
    );
    expect(await client.ended).toMatchObject({
      status: invalidArgument,
      message: "batch.messages has more than 1000",
    });
  });

  test("a token that is no station key", async () => {
    const client = open();
    client.send(hello({ ident: "ASF-5", token: "secret" }));
    client.send(batch(0, [block({ text: freshText() })]));
    expect(await client.ended).toMatchObject({ status: 16 });
  });

  test("more streams than an address may have", async () => {
    const clients = Array.from({ length: 17 }, () => open());
    for (const client of clients) client.send(hello({ ident: "ASF-6" }));
    const first = await Promise.race(clients.map((client) => client.ended));
    expect(first).toMatchObject({ status: resourceExhausted });
    for (const client of clients) client.close();
  });
});

test("a stop acknowledges what is on disk, and tells the client to send the rest again", async () => {
  await using other = await runIngest({ INGEST_ASF2_PORT: "0" });
  const client = openAsf2(other.service.asf2Port ?? 0);
  client.send(hello({ ident: "ASF-STOP" }));
  client.send(batch(5, [block({ text: freshText() })]));
  await until("the acknowledgement", async () => client.acknowledged() === 5);
  await other.stop();
  expect(await client.ended).toEqual({
    status: 14,
    message: "The service stops: send what is not acknowledged again",
  });
});

test("without its port it is not served", async () => {
  await using other = await runIngest({}, { persister: false });
  expect(other.service.asf2Port).toBeNull();
});
