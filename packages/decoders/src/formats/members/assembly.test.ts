import { describe, expect, test } from "vitest";
import {
  dumphfdlAcars,
  iridiumCurrent,
  jaeroDump,
  satdumpAcars,
} from "../../samples/long-range-objects.ts";
import { acarsdecDownlink, dumpvdl2Acars, vdlm2decDownlink } from "../../samples/vhf-objects.ts";
import { decodedFrom } from "../../samples/parsed-objects.ts";

const block = "X".repeat(206);
const joined = block.repeat(2);

/** Returns the part and whether more blocks follow. */
function partIn(object: unknown) {
  const { assembly, moreBlocks } = decodedFrom(object);
  return { assembly, moreBlocks };
}

function part(status: string, number: number | null, of: number | null) {
  return { status, part: number, parts: of };
}

function vdl2(change: object) {
  const { avlc } = dumpvdl2Acars.vdl2;
  const acars = { ...avlc.acars, arinc622: undefined, ...change };
  return { vdl2: { ...dumpvdl2Acars.vdl2, avlc: { ...avlc, acars } } };
}

describe("acarsdec reports the part of a block", () => {
  const plain = { ...acarsdecDownlink, end: undefined, assstat: undefined, text: block };
  const proxied = { app: { name: "acarsdec", proxied: true } };

  test.each([
    ["a single block", { assstat: "skipped" }, null, false],
    ["the first block", { assstat: "in progress" }, part("in-progress", 1, null), true],
    [
      "a later block",
      { assstat: "in progress", msgno: "M52C" },
      part("in-progress", 3, null),
      true,
    ],
    [
      "the whole",
      { assstat: "complete", msgno: "M52B", text: joined },
      part("complete", 2, 2),
      false,
    ],
    ["another channel", { assstat: "duplicate", end: true }, part("duplicate", 1, null), true],
    [
      "the last block again",
      { assstat: "out of sequence", msgno: "M52D" },
      part("out-of-sequence", 4, 4),
      false,
    ],
    [
      "through acars_router",
      { ...proxied, assstat: "duplicate", msgno: "M52B" },
      part("duplicate", 2, null),
      null,
    ],
    ["invalid arguments", { assstat: "invalid args" }, null, false],
    ["an unknown status", { assstat: 7 }, null, false],
    ["`end` without a status", { end: true }, part("unknown", 1, null), true],
    ["no `end` without a status", { msgno: "M52B" }, part("unknown", 2, 2), false],
    ["nothing through acars_router", { ...proxied }, null, null],
    ["a part through acars_router", { ...proxied, msgno: "M52B" }, part("unknown", 2, null), null],
    ["xng, which inverts `end`", { app: { name: "xng" }, end: true }, null, null],
    [
      "a number without letter",
      { assstat: "out of sequence", msgno: "2232" },
      part("out-of-sequence", null, null),
      false,
    ],
    [
      "a letter beyond P",
      { assstat: "in progress", msgno: "M52Q" },
      part("in-progress", null, null),
      true,
    ],
    ["a status that contradicts `end`", { assstat: "skipped", end: true }, null, false],
  ])("%s", (_, change, assembly, moreBlocks) => {
    expect(partIn({ ...plain, ...change })).toEqual({ assembly, moreBlocks });
  });

  test("blocks of an uplink have no number", () => {
    const uplink = { ...plain, block_id: "O", msgno: undefined, flight: undefined };
    expect(partIn({ ...uplink, assstat: "in progress" }).assembly).toEqual(
      part("in-progress", null, null),
    );
    expect(
      partIn({ ...uplink, block_id: "P", assstat: "complete", text: joined }).assembly,
    ).toEqual(part("complete", null, null));
  });
});

describe("vdlm2dec reports the part of a block", () => {
  test.each([
    ["a single block", {}, null, false],
    ["the first block", { end: true }, part("unknown", 1, null), true],
    ["the last block", { msgno: "D08B" }, part("unknown", 2, 2), false],
  ])("%s", (_, change, assembly, moreBlocks) => {
    expect(partIn({ ...vdlm2decDownlink, ...change })).toEqual({ assembly, moreBlocks });
  });
});

describe("libacars reports the part of a block", () => {
  test.each([
    ["a single block", { more: false }, null, false],
    ["a single block with status", { more: false, reassembly: "skipped" }, null, false],
    ["the first block", { more: true }, part("unknown", 1, null), true],
    [
      "the first block with status",
      { more: true, reassembly: "in progress" },
      part("in-progress", 1, null),
      true,
    ],
    [
      "the whole of an older version",
      { msg_num_seq: "B", msg_text: joined },
      part("complete", 2, 2),
      false,
    ],
    [
      "the whole with status",
      { msg_num_seq: "B", msg_text: block, reassembly: "complete" },
      part("complete", 2, 2),
      false,
    ],
    [
      "the last block alone",
      { msg_num_seq: "P", msg_text: "1234" },
      part("unknown", 16, 16),
      false,
    ],
    [
      "the last block again",
      { msg_num_seq: "C", msg_text: "1234", reassembly: "out of sequence" },
      part("out-of-sequence", 3, 3),
      false,
    ],
    ["no boolean", { more: "true" }, null, null],
  ])("%s", (_, change, assembly, moreBlocks) => {
    expect(partIn(vdl2(change))).toEqual({ assembly, moreBlocks });
  });

  test("dumphfdl has the same members", () => {
    const { hfdl } = dumphfdlAcars;
    const acars = { ...hfdl.lpdu.hfnpdu.acars, more: true, reassembly: "in progress" };
    const lpdu = { ...hfdl.lpdu, hfnpdu: { ...hfdl.lpdu.hfnpdu, acars } };
    expect(partIn({ hfdl: { ...hfdl, lpdu } })).toMatchObject({
      assembly: { status: "in-progress" },
      moreBlocks: true,
    });
  });
});

describe("satellite decoders", () => {
  test.each([
    ["a single block", { block_end: true }, null, false],
    ["the first block", { block_end: false }, part("unknown", 1, null), true],
  ])("iridium-toolkit reports %s", (_, change, assembly, moreBlocks) => {
    const acars = { ...iridiumCurrent.acars, message_number: "M52A", ...change };
    expect(partIn({ ...iridiumCurrent, acars })).toEqual({ assembly, moreBlocks });
  });

  test("SatDump leaves the last block out, so what it joins is not the whole", () => {
    expect(partIn({ ...satdumpAcars, more_to_come: false, message: joined })).toEqual({
      assembly: part("unknown", null, null),
      moreBlocks: null,
    });
    expect(partIn({ ...satdumpAcars, more_to_come: true })).toMatchObject({ moreBlocks: true });
    expect(partIn({ ...satdumpAcars, more_to_come: false })).toMatchObject({ assembly: null });
  });

  test("JAERO sends wholes only", () => {
    const acars = { ...jaeroDump.isu.acars, msg_text: joined };
    expect(partIn({ ...jaeroDump, isu: { ...jaeroDump.isu, acars } })).toEqual({
      assembly: part("complete", null, null),
      moreBlocks: null,
    });
    expect(partIn(jaeroDump).assembly).toBeNull();
  });
});
