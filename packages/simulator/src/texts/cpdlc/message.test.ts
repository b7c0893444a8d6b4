import { expect, test } from "vitest";
import { createSeededRandom } from "../../random.ts";
import { allAirports } from "../../world/airports.ts";
import { simulatedFleet } from "../../world/fleet.ts";
import { createItinerary } from "../../world/flight.ts";
import { controllerDialogue, pilotDialogue } from "./dialogues.ts";
import { downlinkElement, uplinkElement } from "./elements.ts";
import type { CpdlcElement } from "./elements.ts";
import { cpdlcText } from "./message.ts";
import {
  fixValue,
  flightLevelValue,
  freeText,
  offset,
  twoFixes,
  unitAndFrequency,
} from "./values.ts";

function textOf(
  direction: "downlink" | "uplink",
  id: number,
  reference: number | null,
  elements: readonly [CpdlcElement, ...CpdlcElement[]],
): string {
  return cpdlcText({
    kind: "AT1",
    direction,
    facility: "SIMOCXA",
    tail: "N123JW",
    atMs: Date.UTC(2026, 0, 1, 12, 34, 56),
    id,
    reference,
    elements,
    position: null,
    isAddressed: false,
  }).text.trimEnd();
}

// libacars 2.2 decodes each of these texts to the tree that the message carries.
test("messages have the bits that libacars reads as their elements", () => {
  const level = flightLevelValue(390);
  const head = "/SIMOCXA.AT1.N123JW";
  expect(textOf("downlink", 6, null, [downlinkElement("requestClimb", level)])).toBe(
    `${head}23322E0272D0FE8F`,
  );
  expect(textOf("uplink", 63, 6, [uplinkElement("climb", level)])).toBe(
    `${head}7F8CC8B814CB408D58`,
  );
  expect(textOf("downlink", 7, 63, [downlinkElement("wilco")])).toBe(`${head}63FEC8B800088C`);
  expect(
    textOf("downlink", 8, null, [
      downlinkElement("requestDeviation", offset(20, "left")),
      downlinkElement("dueToWeather"),
    ]),
  ).toBe(`${head}A4322E06C4C041F05B`);
  expect(
    textOf("uplink", 1, null, [uplinkElement("directAfter", twoFixes("TESSA", "BRAVO"))]),
  ).toBe(`${head}20B22E1344A9169D382242A506B4F0B773`);
  const unit = unitAndFrequency("SIMFORD CONTROL", "center", 132_025);
  expect(textOf("uplink", 2, null, [uplinkElement("contact", unit)])).toBe(
    `${head}21322E1D794E4CD8D3E944410E7CEA94A7CC0BAB10BEEA`,
  );
  const note = freeText("EXPECT HIGHER LEVEL");
  expect(textOf("uplink", 3, null, [uplinkElement("freeText", note)])).toBe(
    `${head}21B22E2A44A2D8A1161D441224C791169209916B4598B9F4`,
  );
});

test("an element's tree has libacars' words, name and values", () => {
  const { application } = cpdlcText({
    kind: "AT1",
    direction: "downlink",
    facility: "SIMOCXA",
    tail: "N123JW",
    atMs: 0,
    id: 1,
    reference: null,
    elements: [downlinkElement("requestDirect", fixValue("TESSA"))],
    position: null,
    isAddressed: true,
  });
  expect(application?.json).toBe(
    `{"msg_type":"fans1a_cpdlc_msg","crc_ok":true,"gs_addr":"SIMOCXA","air_addr":".N123JW",` +
      `"cpdlc":{"err":false,"atc_downlink_msg":{"header":{"msg_id":1,"timestamp":{"hour":0,"min":0,"sec":0}},` +
      `"atc_downlink_msg_element_id":{"choice_label":"REQUEST DIRECT TO [position]","choice":"dM22Position",` +
      `"data":{"pos":{"choice":"fixName","data":{"fix":"TESSA"}}}}}}}`,
  );
});

test("each message of a dialogue answers the last one of the other side", () => {
  const random = createSeededRandom(9);
  let answers = 0;
  for (const airframe of simulatedFleet({ seed: 9, count: 40 })) {
    const homes = allAirports;
    const startMs = Date.UTC(2026, 0, 1);
    const state = createItinerary({
      seed: 9,
      airframe,
      homes,
      airports: homes,
      startMs,
    }).stateAt(startMs);
    for (const [first, direction] of [
      [pilotDialogue(state, random), "downlink"],
      [controllerDialogue(state, random), "uplink"],
    ] as const) {
      const lastId = new Map([[direction as string, headerOf(first).msg_id]]);
      expect(headerOf(first).msg_ref).toBeUndefined();
      for (const followUp of first.followUps ?? []) {
        const other = followUp.direction === "downlink" ? "uplink" : "downlink";
        const header = headerOf(followUp.composed);
        expect(header.msg_ref).toBe(lastId.get(other));
        expect(followUp.afterMs).toBeGreaterThan(5_000);
        lastId.set(followUp.direction, header.msg_id);
        answers += 1;
      }
    }
  }
  expect(answers).toBeGreaterThan(60);
});

interface Header {
  readonly msg_id: number;
  readonly msg_ref?: number;
}

function headerOf({ application }: ReturnType<typeof pilotDialogue>): Header {
  const { cpdlc } = JSON.parse(application?.json ?? "{}") as {
    cpdlc: Record<string, { header: Header }>;
  };
  const message = cpdlc["atc_downlink_msg"] ?? cpdlc["atc_uplink_msg"];
  if (message === undefined) throw new Error("no message");
  return message.header;
}
