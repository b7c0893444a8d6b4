import { acarsdecDownlink, dumpvdl2Acars, vdlm2decDownlink } from "@jetwire/decoders/samples";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDispatch, type TestDispatch } from "./test-dispatch.ts";

const t0 = vdlm2decDownlink.timestamp;
/** A position report in two blocks; neither has all of the position. */
const report = [
  "3N01 POSRPT 0581/27 EXAA/EXBB .XX-DEF\r\n/POS N481",
  "79W002345/ALT +37000/MCH 770/FOB 0172/ETA 1830",
];

let opened: TestDispatch;
let number = 0;
beforeAll(async () => {
  opened = await openTestDispatch();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(() => {
  number++;
});

function letter(index: number): string {
  return String.fromCharCode(0x41 + index);
}

/** The number of this test's message, without the letter of the block. */
function messageNumber(): string {
  return `D${String(number).padStart(2, "0")}`;
}

/** Blocks as vdlm2dec sends them. */
function vdlm2decBlocks(texts: readonly string[], over: object = {}) {
  return texts.map((text, index) => ({
    ...vdlm2decDownlink,
    label: "80",
    timestamp: t0 + index * 4,
    block_id: String(index),
    msgno: messageNumber() + letter(index),
    text,
    ...(index + 1 < texts.length && { end: true }),
    ...over,
  }));
}

/** Blocks as acarsdec sends them: the text of the last one is the whole text. */
function acarsdecBlocks(texts: readonly string[]) {
  return texts.map((text, index) => ({
    ...acarsdecDownlink,
    timestamp: t0 + index * 4,
    tail: vdlm2decDownlink.tail,
    block_id: String(index),
    msgno: messageNumber() + letter(index),
    sublabel: "M1",
    end: undefined,
    assstat: index + 1 < texts.length ? "in progress" : "complete",
    text: index + 1 < texts.length ? text : texts.join(""),
  }));
}

/** Dispatches each object as a batch of its own. Returns what was appended. */
async function appendedOf(...receptions: { object: object; stationId: number }[]) {
  const before = new Set((await opened.appended()).map(({ seq }) => seq));
  for (const reception of receptions) await opened.dispatch(reception);
  return (await opened.appended()).filter(({ seq }) => !before.has(seq));
}

describe("a message of several blocks", () => {
  test("is read again when its last block completes it", async () => {
    const blocks = vdlm2decBlocks(report).map((object) => ({ object, stationId: 1 }));
    const [first, last] = await appendedOf(...blocks);
    expect(first).toMatchObject({
      message: { latitude: null, assembly: { part: 1 } },
      whole: null,
    });
    expect(last?.message.latitude).toBeNull();
    expect(last?.whole).toMatchObject({
      stationIds: [1],
      whole: {
        id: last?.message.id,
        groupId: last?.message.groupId,
        stationId: 1,
        timestamp: last?.message.timestamp,
        partIds: [first?.message.groupId, last?.message.groupId],
        joinedBy: "service",
        text: report.join(""),
        decoded: { by: "text" },
        latitude: expect.closeTo(48.298, 3),
        longitude: -2.575,
      },
    });
  });

  test("is the text of the decoder if that joined it, also for the station of another decoder", async () => {
    const ofAcarsdec = acarsdecBlocks(report).map((object) => ({ object, stationId: 1 }));
    // vdlm2dec leaves the sublabel in the text of each block.
    const withHead = vdlm2decBlocks(
      report.map((part) => `#M1B${part}`),
      { label: "H1" },
    );
    const ofVdlm2dec = withHead.map((object) => ({ object, stationId: 2 }));
    const all = await appendedOf(...ofAcarsdec, ...ofVdlm2dec);
    expect(all).toHaveLength(4);
    const wholes = all.flatMap(({ whole }) => whole ?? []);
    expect(wholes).toHaveLength(1);
    expect(wholes[0]?.whole).toMatchObject({ joinedBy: "decoder", text: report.join("") });
  });

  test("is joined of what several stations received, each block counted once", async () => {
    const [first = {}, second = {}] = vdlm2decBlocks(report);
    const all = await appendedOf(
      { object: first, stationId: 1 },
      { object: first, stationId: 3 },
      { object: second, stationId: 2 },
      { object: second, stationId: 3 },
    );
    const wholes = all.flatMap(({ whole }) => whole ?? []);
    expect(wholes).toHaveLength(1);
    expect(wholes[0]?.stationIds).toEqual([1, 2]);
    expect(wholes[0]?.whole.partIds).toEqual([all[0]?.message.id, all[2]?.message.id]);
  });

  test("is the same whole when Redis was emptied and the journal is replayed", async () => {
    const blocks = vdlm2decBlocks(report).map((object) => ({ object, stationId: 1 }));
    const [, before] = await appendedOf(...blocks);
    await opened.emptyRedis();
    await opened.dispatch({ object: { ...vdlm2decDownlink, text: `NEW ${number}` }, stationId: 1 });
    const after = (await opened.appended()).filter(({ whole }) => whole !== null);
    expect(after.map(({ whole }) => whole)).toContainEqual(before?.whole);
  });

  test("is joined of blocks whose `end` acars_router has removed, by their length", async () => {
    const texts = ["A".repeat(206), "B".repeat(206), "LAST"];
    const app = { name: "vdlm2dec", proxied: true };
    const blocks = vdlm2decBlocks(texts, { app, end: undefined });
    const all = await appendedOf(...blocks.map((object) => ({ object, stationId: 1 })));
    expect(all.map(({ whole }) => whole?.whole.text ?? null)).toEqual([null, null, texts.join("")]);
  });

  test.each([
    ["a single block", { end: undefined }],
    ["an acknowledgement", { label: "_\u007f", text: "" }],
    ["a block without message number", { msgno: undefined }],
    ["a block with a number beyond P", { msgno: "D00Q" }],
    ["a block without aircraft", { tail: undefined, hex: undefined, icao: undefined }],
    ["a text longer than a block", { text: "X".repeat(300) }],
    ["a time far in the future", { timestamp: 9e12 }],
  ])("is not begun by %s", async (_, over) => {
    const [block = {}] = vdlm2decBlocks(report, over);
    await appendedOf({ object: block, stationId: 1 });
    const key = `${opened.keys.link.wholePrefix}*`;
    const before = (await opened.redis.keys(key)).length;
    await appendedOf({ object: { ...block, station_id: "XX-AGAIN" }, stationId: 2 });
    expect(await opened.redis.keys(key)).toHaveLength(before);
  });

  test("of dumpvdl2 is whole in its last block, without a status", async () => {
    const texts = ["A".repeat(206), "B".repeat(100)];
    const blocks = texts.map((text, index) => {
      const { avlc } = dumpvdl2Acars.vdl2;
      const acars = {
        ...avlc.acars,
        arinc622: undefined,
        more: index === 0,
        msg_num: messageNumber(),
        msg_num_seq: letter(index),
        msg_text: index === 0 ? text : texts.join(""),
      };
      const t = { sec: t0 + index * 4, usec: 0 };
      return { vdl2: { ...dumpvdl2Acars.vdl2, t, avlc: { ...avlc, acars } } };
    });
    const all = await appendedOf(...blocks.map((object) => ({ object, stationId: 1 })));
    expect(all[1]?.message.assembly).toEqual({ status: "complete", part: 2, parts: 2 });
    expect(all[1]?.whole?.whole).toMatchObject({ joinedBy: "decoder", text: texts.join("") });
  });
});
