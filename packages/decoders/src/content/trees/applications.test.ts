import { describe, expect, test } from "vitest";
import { frameWithTree, jaeroFlat, receivedFrom, satdumpAcars } from "../../samples/index.ts";

function decodedOf(applications: object) {
  return receivedFrom(frameWithTree({ arinc622: undefined, ...applications })).decoded;
}

describe("media advisories", () => {
  const vdl = { code: "2", descr: "VDL2" };
  const satellite = { code: "S", descr: "Default SATCOM" };
  const time = { hour: 1, min: 44, sec: 28 };

  test("a link that is established is named with its time and the others", () => {
    const current_link = { ...vdl, established: true, time };
    const advisory = { err: false, version: 0, current_link, links_avail: [vdl, satellite] };
    expect(decodedOf({ "media-adv": advisory })).toMatchObject({
      application: "media-advisory",
      level: "full",
      description: "VDL2 established at 01:44:28; available: VDL2, SATCOM",
      items: [
        { label: "Link", value: "VDL2" },
        { label: "Established", value: true },
        { label: "Since", value: "01:44:28" },
        { label: "Available links", value: "VDL2, SATCOM" },
      ],
    });
  });

  test("a link that is lost is named as lost, in old versions and with a text too", () => {
    const current_link = { ...satellite, established: false, time };
    const advisory = { err: false, version: "0", current_link, links_avail: [], text: "TEST" };
    expect(decodedOf({ "media-adv": advisory })?.description).toBe("SATCOM lost at 01:44:28; TEST");
  });

  test("one that could not be decoded is nothing", () => {
    expect(decodedOf({ "media-adv": { err: true } })).toBeNull();
  });
});

const core = (pdu: object) => ({
  single_transfer: { miam_core: { version: 1, pdu_type: 0, ...pdu } },
});

describe("MIAM", () => {
  test("the ACARS message inside is shown with label and text", () => {
    const acars = { label: "H1", sublabel: "DF", message: { text: "LINE 1\r\nLINE 2" } };
    const data = { pdu_len: 20, aircraft_id: ".XX-ABC", msg_num: 5, ack_required: true, acars };
    const decoded = decodedOf({ miam: core({ data }) });
    expect(decoded).toMatchObject({
      application: "miam",
      level: "full",
      description: "MIAM message 5, label H1/DF: LINE 1 LINE 2",
    });
    expect(decoded?.items).toContainEqual({ label: "Text", value: "LINE 1\r\nLINE 2" });
    expect(decoded?.items).toContainEqual({ label: "Registration", value: "XX-ABC" });
  });

  test.each([
    [
      core({ ack: { msg_ack_num: 100, ack_xfer_result: 0 } }),
      "MIAM acknowledgment: message 100 received",
    ],
    [
      core({ ack: { msg_ack_num: 100, ack_xfer_result: 9 } }),
      "MIAM acknowledgment: message 100 result 9",
    ],
    [core({ aloha: { aircraft_id: "XX-ABC" } }), "MIAM network request"],
    [core({ aloha_reply: {} }), "MIAM network reply"],
    [
      { file_transfer_request: { file_id: 3, file_size: 2_000 } },
      "MIAM file transfer request (file 3)",
    ],
    [
      { file_transfer_accept: { file_id: 3, segment_size: 200 } },
      "MIAM file transfer accepted (file 3)",
    ],
    [{ file_segment: { file_id: 3, segment_id: 2 } }, "MIAM file segment (file 3, segment 2)"],
    [
      { file_transfer_abort: { file_id: 3, reason: 2 } },
      "MIAM file transfer aborted (file 3) stopped by sender",
    ],
    [{ file_xoff_ind: { all_files: true } }, "MIAM file transfer paused (all files)"],
    [{ file_xon_ind: { all_files: false, file_id: 3 } }, "MIAM file transfer resumed (file 3)"],
  ])("%j is named", (miam, description) => {
    expect(decodedOf({ miam })).toMatchObject({ description, level: "full" });
  });
});

test("OHMA is shown with its part and text", () => {
  const ohma = { err: 0, version: "1.0", msg_id: "C1", msg_seq: 1, msg_total: 2, text: '{"a":1}' };
  expect(decodedOf({ ohma })).toMatchObject({
    application: "ohma",
    level: "full",
    description: 'Diagnostic report (OHMA), part 1 of 2: {"a":1}',
  });
  expect(decodedOf({ ohma: { err: 3 } })).toBeNull();
});

test("an application without a reader is listed by its members", () => {
  const tree = {
    err: false,
    cabin_temp: { degC: 21.5, sensors: [1, 2], octets: [1, 2, 3, 4, 5, 6] },
    okState: true,
  };
  expect(decodedOf({ new_app: tree })).toEqual({
    by: "decoder",
    decoder: "libacars",
    level: "partial",
    application: "new_app",
    description: "New app: deg c 21.5, sensors 1, sensors 2, ok state true",
    items: [
      { label: "Deg c", value: 21.5 },
      { label: "Sensors", value: 1 },
      { label: "Sensors", value: 2 },
      { label: "Ok state", value: true },
    ],
    version: 1,
  });
});

test("what JAERO and SatDump decoded themselves is shown", () => {
  const jaero = receivedFrom({ ...jaeroFlat, ARINCPARSER_MESSAGE_INFO: "ADS-C\nContract 5" });
  expect(jaero.decoded).toMatchObject({ decoder: "jaero", description: "ADS-C Contract 5" });
  const tags = [{ cancel_contract: { contract_num: 5 } }];
  const libacars = { arinc622: { msg_type: "adsc_msg", crc_ok: true, adsc: { err: false, tags } } };
  expect(receivedFrom({ ...satdumpAcars, libacars }).decoded?.description).toBe(
    "Cancel ADS-C contract 5",
  );
  const whole = receivedFrom({ ...satdumpAcars, libacars: { acars: { err: false, ...libacars } } });
  expect(whole.decoded?.description).toBe("Cancel ADS-C contract 5");
  const block = receivedFrom({ ...satdumpAcars, libacars: { acars: { err: false, mode: "2" } } });
  expect(block.decoded).toBeNull();
});
