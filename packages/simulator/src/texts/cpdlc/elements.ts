import type { JsonField } from "../../json-text.ts";
import { jsonObject, quoted } from "../../json-text.ts";
import type { BitField } from "../bits.ts";
import type { CpdlcValue } from "./values.ts";

/** One element of a message: what is requested, instructed or answered. */
export interface CpdlcElement {
  /** Its place in the list of elements of its direction. */
  readonly number: number;
  /** Its name in the ASN.1 (`dM9Altitude`). */
  readonly choice: string;
  /** Its words, with the names of the values. */
  readonly label: string;
  readonly bits: readonly BitField[];
  /** The values as JSON. */
  readonly data: string;
}

/** The elements that simulated messages consist of; the standard has 81 for aircraft and 183 for the ground. */
const downlinkElements = {
  wilco: [0, "NULL", "WILCO"],
  unable: [1, "NULL", "UNABLE"],
  standby: [2, "NULL", "STANDBY"],
  roger: [3, "NULL", "ROGER"],
  requestClimb: [9, "Altitude", "REQUEST CLIMB TO [altitude]"],
  requestDescent: [10, "Altitude", "REQUEST DESCENT TO [altitude]"],
  requestDirect: [22, "Position", "REQUEST DIRECT TO [position]"],
  requestDeviation: [
    27,
    "DistanceOffsetDirection",
    "REQUEST WEATHER DEVIATION UP TO [distanceoffset] [direction] OF ROUTE",
  ],
  positionReport: [48, "PositionReport", "POSITION REPORT [positionreport]"],
  dueToWeather: [65, "NULL", "DUE TO WEATHER"],
  freeText: [67, "FreeText", "[freetext]"],
  version: [73, "VersionNumber", "[versionnumber]"],
} as const;

const uplinkElements = {
  unable: [0, "NULL", "UNABLE"],
  standby: [1, "NULL", "STANDBY"],
  roger: [3, "NULL", "ROGER"],
  climb: [20, "Altitude", "CLIMB TO AND MAINTAIN [altitude]"],
  descend: [23, "Altitude", "DESCEND TO AND MAINTAIN [altitude]"],
  direct: [74, "Position", "PROCEED DIRECT TO [position]"],
  directAfter: [77, "PositionPosition", "AT [position] PROCEED DIRECT TO [position]"],
  deviate: [
    82,
    "DistanceOffsetDirection",
    "CLEARED TO DEVIATE UP TO [distanceoffset] [direction] OF ROUTE",
  ],
  contact: [117, "ICAOunitnameFrequency", "CONTACT [icaounitname] [frequency]"],
  confirmPosition: [147, "NULL", "REQUEST POSITION REPORT"],
  facility: [163, "ICAOfacilitydesignationTp4table", "[icaofacilitydesignation] [tp4table]"],
  freeText: [169, "FreeText", "[freetext]"],
} as const;

export type DownlinkElement = keyof typeof downlinkElements;
export type UplinkElement = keyof typeof uplinkElements;

export function downlinkElement(name: DownlinkElement, value?: CpdlcValue): CpdlcElement {
  return element("dM", downlinkElements[name], value);
}

export function uplinkElement(name: UplinkElement, value?: CpdlcValue): CpdlcElement {
  return element("uM", uplinkElements[name], value);
}

function element(
  prefix: "dM" | "uM",
  [number, type, label]: readonly [number: number, type: string, label: string],
  value: CpdlcValue | undefined,
): CpdlcElement {
  const fields: readonly JsonField[] = value === undefined ? [] : [value.field];
  return {
    number,
    choice: `${prefix}${number}${type}`,
    label,
    bits: value?.bits ?? [],
    data: jsonObject(fields),
  };
}

/** The element as libacars prints it. */
export function elementJson({ label, choice, data }: CpdlcElement): string {
  return jsonObject([
    ["choice_label", quoted(label)],
    ["choice", quoted(choice)],
    ["data", data],
  ]);
}
