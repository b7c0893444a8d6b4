import { describe, expect, test } from "vitest";
import { arinc622Text, packed, payloadTexts } from "../../samples/index.ts";
import { type ValueForm, types } from "./cpdlc/schema.ts";
import { payloadTree, readPayload } from "./read-payload.ts";

function read(name: string) {
  const sample = payloadTexts.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`no sample ${name}`);
  return readPayload({ ...sample, headChars: 0 }, 0);
}

function elementsOf(name: string) {
  return referencesOf(types.get(name)?.form ?? { kind: "null" });
}

function wordsOf(name: string) {
  return read(name)?.decoded.description;
}

function undirectedTree(label: string, text: string) {
  return payloadTree({ label, text, headChars: 0, linkDirection: null });
}

function miamOf(text: string) {
  return undirectedTree("MA", text)?.miam;
}

function applicationOf(label: string, text: string) {
  return undirectedTree(label, text)?.arinc622;
}

function treeOf(data: Uint8Array) {
  return undirectedTree("BA", arinc622Text("AT1", data));
}

/** Returns the names of types to which a form refers. */
function referencesOf(form: ValueForm): readonly string[] {
  if (form.kind === "like" || form.kind === "list") return [form.of];
  if (form.kind === "sequence") return form.members.map(({ type }) => type);
  return form.kind === "choice" ? form.choices.map(({ type }) => type) : [];
}

describe("CPDLC in a text", () => {
  test("an instruction of several elements is put into words", () => {
    expect(read("CPDLC uplink")?.decoded).toMatchObject({
      by: "text",
      decoder: "jetwire",
      level: "full",
      application: "cpdlc",
      description: expect.stringMatching(/^Climb to and maintain FL350; TEST; cleared .*ABCDE/),
      items: expect.arrayContaining([
        { label: "Message number", value: 5 },
        { label: "Time sent", value: "12:34:56" },
        { label: "Ground station", value: "ZZZZAYA" },
        { label: "Registration", value: "XX-ABC" },
      ]),
    });
  });

  test("a report gives the position of the aircraft", () => {
    expect(read("CPDLC downlink")).toMatchObject({
      latitude: -51.5,
      longitude: 7,
      decoded: { level: "full", items: expect.arrayContaining([{ label: "Reply to", value: 5 }]) },
    });
  });

  test("a connection needs no element", () => {
    expect(wordsOf("CPDLC connection confirmed")).toBe("CPDLC connection confirmed");
  });

  test("every type refers to types that there are, and both directions have all elements", () => {
    for (const { form } of types.values()) {
      expect(referencesOf(form).filter((name) => !types.has(name))).toEqual([]);
    }
    expect(elementsOf("ATCUplinkMsgElementId")).toHaveLength(183);
    expect(elementsOf("ATCDownlinkMsgElementId")).toHaveLength(129);
  });

  test("octets that no element explains, or too few, are an error", () => {
    const wilco = [
      [0, 9],
      [0, 8],
    ] as const;
    expect(treeOf(packed([0, 3], ...wilco))).toMatchObject({ arinc622: { cpdlc: { err: false } } });
    for (const data of [
      packed([0, 3], ...wilco, [0, 12]),
      packed([0, 12]),
      packed([0, 9], [200, 8]),
    ]) {
      expect(treeOf(data)).toMatchObject({ arinc622: { crc_ok: true, cpdlc: { err: true } } });
    }
  });
});

describe("MIAM in a text", () => {
  test("a deflated message is inflated, with its application", () => {
    expect(read("MIAM message")?.decoded).toMatchObject({
      by: "text",
      application: "miam",
      description: "MIAM message 9, label H1/DF: INVENTED TEXT OF A TEST, INVENTED TEXT OF A TEST",
    });
  });

  test("acknowledgments, requests and segments are put into words", () => {
    expect(wordsOf("MIAM acknowledgment")).toBe("MIAM acknowledgment: message 100 not received");
    expect(wordsOf("MIAM request")).toMatch(/^MIAM file transfer request \(file 12/);
    expect(wordsOf("MIAM segment")).toBe("MIAM file segment (file 12, segment 1)");
  });

  test("the control of a transfer is read by its layout", () => {
    const seconds = { on_ground_seg_temp_secs: 30, in_flight_seg_temp_secs: 60 };
    expect(miamOf("K012A030060")).toEqual({
      file_transfer_accept: { file_id: 12, segment_size: 10, ...seconds },
    });
    expect(miamOf("A0124")).toEqual({ file_transfer_abort: { file_id: 12, reason: 4 } });
    expect(miamOf("YFFF\r\n")).toEqual({ file_xoff_ind: { all_files: true } });
    expect(miamOf("X012030060")).toEqual({
      file_xon_ind: { all_files: false, file_id: 12, ...seconds },
    });
    for (const text of ["", "T", "Q123", "A01", "F012", "K012G030060", "T.0|", "T-0!!!!!"]) {
      expect(miamOf(text)).toBeUndefined();
    }
    expect(miamOf("T-0z|text")).toEqual({ single_transfer: { miam_core: { err: 4 } } });
  });
});

test("a media advisory is put into words, with and without a text", () => {
  expect(wordsOf("media advisory")).toBe("VHF ACARS established at 00:49:20; available: VHF ACARS");
  expect(wordsOf("media advisory with a text")).toBe(
    "SATCOM lost at 23:59:59; available: VHF ACARS, HF, VDL2, Inmarsat, Iridium; LOST IN TEST",
  );
});

test("a text of which the direction is unknown is read by its label or its head, or not at all", () => {
  const text = arinc622Text("ADS", packed([1, 8])).slice(1);
  const cancelled = { adsc: { err: false, tags: [{ cancel_all_contracts: {} }] } };
  expect(applicationOf("A6", text)).toMatchObject(cancelled);
  expect(applicationOf("H1", `- #MD/A6 ${text}`)).toMatchObject(cancelled);
  expect(applicationOf("H1", `#M1B/B6 ${text}`)).toMatchObject({ adsc: { err: true } });
  expect(applicationOf("H1", text)).toBeUndefined();
  expect(applicationOf("10", text)).toBeUndefined();
});
