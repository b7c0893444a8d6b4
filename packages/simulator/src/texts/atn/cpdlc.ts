/*
 * CPDLC over the ATN, as Europe's controllers use it: no ACARS and no text, only the tree that
 * dumpvdl2 prints. Messages are acknowledged by the other side before they are answered.
 */
import type { BlockDirection } from "../../air/acars-block.ts";
import type { SimulatedAtnApplication } from "../../air/transmission.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../../json-text.ts";
import type { SeededRandom } from "../../random.ts";
import { weighted } from "../../random.ts";
import type { AirframeState } from "../../world/flight.ts";
import { pickWaypoint } from "../waypoints.ts";

/** One packet of an exchange. */
export interface AtnMessage {
  /** Time since the packet before it. */
  readonly afterMs: number;
  readonly direction: BlockDirection;
  readonly application: SimulatedAtnApplication;
}

/** Name in the ASN.1, words, and values as JSON. */
type Element = readonly [choice: string, label: string, data: string];

const wilco: Element = ["dM0NULL", "WILCO", "{}"];
const unable: Element = ["dM1NULL", "UNABLE", "{}"];
const acknowledgements: Record<BlockDirection, Element> = {
  downlink: ["dM100NULL", "LOGICAL ACKNOWLEDGMENT", "{}"],
  uplink: ["uM227NULL", "LOGICAL ACKNOWLEDGMENT", "{}"],
};

const units = [
  ["SIMA", "SIMWICK", "center"],
  ["SIMB", "SIMFORD", "control"],
  ["SIMC", "SIMLAND", "approach"],
] as const;

const messageNumbers = 64;

type Exchange = (state: AirframeState, random: SeededRandom) => AtnMessage[];

const pickExchange = weighted<Exchange>([
  [levelRequested, 4],
  [directRequested, 2],
  [instructed, 6],
]);

/** Composes a dialogue between pilot and controller, in order of time. */
export function atnDialogue(state: AirframeState, random: SeededRandom): AtnMessage[] {
  return pickExchange(random)(state, random);
}

function levelRequested(state: AirframeState, random: SeededRandom): AtnMessage[] {
  const current = Math.round(state.altitude / 1_000) * 10;
  const wanted = Math.max(100, Math.min(410, current + random.pick([-20, 20, 40])));
  const climbs = wanted > current;
  const level = flightLevel(wanted);
  const clearance: Element = climbs
    ? ["uM20Level", "CLIMB TO [level]", level]
    : ["uM23Level", "DESCEND TO [level]", level];
  return requested(state, random, ["dM6Level", "REQUEST [level]", level], clearance);
}

function directRequested(state: AirframeState, random: SeededRandom): AtnMessage[] {
  const to = position(pickWaypoint(random));
  return requested(
    state,
    random,
    ["dM22Position", "REQUEST DIRECT TO [position]", to],
    ["uM74Position", "PROCEED DIRECT TO [position]", to],
  );
}

function requested(
  state: AirframeState,
  random: SeededRandom,
  request: Element,
  clearance: Element,
): AtnMessage[] {
  const dialogue = openDialogue(state, random);
  dialogue.say("downlink", request);
  if (random.chance(0.8)) {
    dialogue.say("uplink", clearance);
    dialogue.say("downlink", wilco);
  } else {
    dialogue.say("uplink", ["uM0NULL", "UNABLE", "{}"]);
  }
  return dialogue.messages;
}

function instructed(state: AirframeState, random: SeededRandom): AtnMessage[] {
  const dialogue = openDialogue(state, random);
  dialogue.say("uplink", pickInstruction(random)(random));
  dialogue.say("downlink", random.chance(0.95) ? wilco : unable);
  return dialogue.messages;
}

const pickInstruction = weighted<(random: SeededRandom) => Element>([
  [contact, 5],
  [squawk, 2],
  [heading, 2],
  [(random) => ["uM74Position", "PROCEED DIRECT TO [position]", position(pickWaypoint(random))], 3],
]);

function contact(random: SeededRandom): Element {
  const [designation, name, facility] = random.pick(units);
  const unit = jsonObject([
    ["facility_designation", quoted(designation)],
    ["facility_name", quoted(name)],
    ["facility_function", quoted(facility)],
  ]);
  const megahertz = fixed6((118_000 + random.integer(0, 759) * 25) / 1_000);
  const data = jsonObject([
    [
      "unit_name_frequency",
      jsonObject([
        ["unit_name", unit],
        ["frequency", `{"choice":"frequencyvhf","data":{"vhf":{"val":${megahertz},"unit":"MHz"}}}`],
      ]),
    ],
  ]);
  return ["uM117UnitNameFrequency", "CONTACT [unitname] [frequency]", data];
}

function squawk(random: SeededRandom): Element {
  // Transponder codes are four octal digits.
  return ["uM123Code", "SQUAWK [code]", `{"code":${random.integer(0o1000, 0o7677).toString(8)}}`];
}

function heading(random: SeededRandom): Element {
  const value = fixed6(random.integer(1, 72) * 5);
  const data = `{"degrees":{"choice":"degreesMagnetic","data":{"degrees_magnetic":{"val":${value},"unit":"deg"}}}}`;
  return ["uM190Degrees", "FLY HEADING [degrees]", data];
}

function flightLevel(level: number): string {
  return `{"level":{"choice":"singleLevel","data":{"level_type":{"choice":"levelFlightLevel","data":{"flight_level":${level}}}}}}`;
}

function position(fix: string): string {
  return `{"position":{"choice":"fixName","data":{"fix_name":{"fix":${quoted(fix)}}}}}`;
}

function openDialogue(state: AirframeState, random: SeededRandom) {
  const messages: AtnMessage[] = [];
  const nextId = {
    downlink: random.integer(0, messageNumbers - 1),
    uplink: random.integer(0, messageNumbers - 1),
  };
  let reference: number | null = null;
  let atMs = state.atMs;

  function add(
    direction: BlockDirection,
    afterMs: number,
    element: Element,
    isAcknowledgement: boolean,
  ): void {
    atMs += afterMs;
    const id = nextId[direction];
    nextId[direction] = (id + 1) % messageNumbers;
    const header = { id, reference, atMs, isAcknowledgement };
    messages.push({ afterMs, direction, application: cpdlc(direction, header, element) });
    if (!isAcknowledgement) reference = id;
  }

  return {
    messages,
    /** Sends a message and, some seconds later, the acknowledgement of the other side. */
    say(direction: BlockDirection, element: Element): void {
      const other = direction === "downlink" ? "uplink" : "downlink";
      add(direction, messages.length === 0 ? 0 : random.between(6_000, 40_000), element, false);
      add(other, random.between(1_500, 5_000), acknowledgements[other], true);
    },
  };
}

function cpdlc(
  direction: BlockDirection,
  header: { id: number; reference: number | null; atMs: number; isAcknowledgement: boolean },
  [choice, label, data]: Element,
): SimulatedAtnApplication {
  const at = new Date(header.atMs);
  const date = `{"year":${at.getUTCFullYear()},"month":${at.getUTCMonth() + 1},"day":${at.getUTCDate()}}`;
  const time = `{"hour":${at.getUTCHours()},"min":${at.getUTCMinutes()},"sec":${at.getUTCSeconds()}}`;
  const element = jsonObject([
    ["choice_label", quoted(label)],
    ["choice", quoted(choice)],
    ["data", data],
  ]);
  const message = jsonObject([
    [
      "header",
      jsonObject([
        ["msg_id", String(header.id)],
        ["msg_ref", header.reference === null ? null : String(header.reference)],
        ["timestamp", `{"date":${date},"time":${time}}`],
        ["logical_ack", quoted(header.isAcknowledgement ? "notRequired" : "required")],
      ]),
    ],
    [
      "msg_data",
      jsonObject([["msg_elements", jsonArray([jsonObject([["msg_element", element]])])]]),
    ],
  ]);
  const name = direction === "downlink" ? "atc_downlink_message" : "atc_uplink_message";
  return {
    describes: "atn-cpdlc",
    field: ["cpdlc", jsonObject([[name, message]])],
    logon: null,
  };
}
