/** The requests and answers about ADS-C contracts of FANS-1/A, as libacars prints them. */
import { type Fields, fieldsOf, finiteNumber } from "../../formats/fields.ts";
import {
  altitudeWords,
  grouped,
  type TreeItem,
  itemOf,
  type Phrase,
  spaced,
  treeText,
} from "./words.ts";

type ContractReader = (tag: Fields) => Phrase | null;

/** The reasons to refuse a contract, by libacars' `reason_code_table`. */
const refusals = [
  null,
  "duplicate group tag",
  "duplicate reporting interval",
  "event contract without data",
  "improper operational mode",
  "no such contract",
  "contract exists already",
  "undefined request tag",
  "undefined error",
  "not enough data in request",
  "lower altitude limit above the upper",
  "vertical speed threshold is 0",
  "projection time is 0",
  "lateral deviation threshold is 0",
] as const;

/** The reasons to disconnect, by libacars' `dis_reason_code_table`. */
const disconnectReasons = new Map([
  [0, "reason not specified"],
  [1, "congestion"],
  [2, "application not available"],
  [8, "normal disconnect"],
]);

export const contractReaders = new Map<string, ContractReader>([
  ["ack", (tag) => contract("ADS-C contract", tag.contract_num, " acknowledged")],
  ["nack", refused],
  ["noncomp_notify", notInFull],
  ["cancel_emergency_mode", () => ({ words: "ADS-C emergency mode cancelled", items: [] })],
  ["cancel_all_contracts", () => ({ words: "cancel all ADS-C contracts", items: [] })],
  ["cancel_contract", (tag) => contract("cancel ADS-C contract", tag.contract_num, "")],
  ["periodic_contract_req", (tag) => requested("periodic contract", tag)],
  ["event_contract_req", (tag) => requested("event contract", tag)],
  ["emerg_periodic_contract_req", (tag) => requested("emergency periodic contract", tag)],
  ["reason", disconnected],
]);

function contract(before: string, value: unknown, after: string): Phrase {
  const number = finiteNumber(value);
  const words = number === null ? before : `${before} ${number}`;
  return { words: words + after, items: contractItem(number) };
}

function contractItem(number: number | null): TreeItem[] {
  return itemOf("Contract", number);
}

function refused(tag: Fields): Phrase {
  const reason = finiteNumber(tag.reason);
  const words = (reason === null ? null : refusals[reason]) ?? `reason ${reason ?? "unknown"}`;
  const { words: start, items } = contract("ADS-C contract", tag.contract_req_num, " refused");
  return { words: `${start}: ${words}`, items: [...items, ...itemOf("Reason", words)] };
}

/** The groups of a request by their tags (ARINC 745). */
const groupNames = new Map([
  [10, "lateral deviation"],
  [11, "interval"],
  [12, "flight"],
  [13, "next waypoints"],
  [14, "track and ground speed"],
  [15, "heading and Mach"],
  [16, "weather"],
  [17, "ICAO address"],
  [18, "vertical speed"],
  [19, "altitude range"],
  [20, "waypoint change"],
  [21, "intent"],
]);

/** More groups than a contract can have. */
const groupsMax = 16;

function notInFull(tag: Fields): Phrase {
  const { words, items } = contract("ADS-C contract", tag.contract_req_num, " met in part");
  const groups = listOf(tag.msg_groups).map((group) => {
    const cause = treeText(group.noncomp_cause);
    const tagNumber = finiteNumber(group.noncomp_tag);
    const name = groupNames.get(tagNumber ?? -1) ?? `tag ${tagNumber ?? "unknown"}`;
    return cause === null ? name : `${name} (${spaced(cause)})`;
  });
  return {
    words: groups.length === 0 ? words : `${words}: ${groups.join(", ")}`,
    items: [...items, ...itemOf("Not met", groups.length === 0 ? null : groups.join(", "))],
  };
}

function disconnected(tag: Fields): Phrase {
  const code = finiteNumber(tag.reason_code);
  const words =
    (code === null ? null : disconnectReasons.get(code)) ?? `reason ${code ?? "unknown"}`;
  return { words, items: itemOf("Reason", words) };
}

function requested(kind: string, tag: Fields): Phrase {
  const { words, items } = contract(`ADS-C ${kind}`, tag.contract_num, " requested");
  const groups = listOf(tag.groups).flatMap((group) =>
    Object.entries(group)
      .slice(0, 1)
      .map(([name, value]) => groupPhrase(name, fieldsOf(value))),
  );
  const parts = groups.map((group) => group.words);
  return {
    words: parts.length === 0 ? words : `${words}: ${parts.join(", ")}`,
    items: [...items, ...groups.flatMap((group) => group.items)],
  };
}

/** The parts of a periodic report besides the position. */
const reportParts = new Map([
  ["flight_id", "flight"],
  ["predicted_route", "next waypoints"],
  ["earth_ref_data", "track and ground speed"],
  ["air_ref_data", "heading and Mach"],
  ["meteo_data", "weather"],
  ["airframe_id", "ICAO address"],
  ["acft_intent_data", "intent"],
]);

function groupPhrase(name: string, group: Fields): Phrase {
  const condition = conditionReaders.get(name)?.(group);
  if (condition !== undefined) return condition;
  const part = reportParts.get(name) ?? spaced(name);
  const modulus = finiteNumber(group.modulus);
  const minutes = finiteNumber(group.proj_time_mins);
  const ahead = minutes === null ? part : `${part} ${minutes} min ahead`;
  const often = modulus === null || modulus <= 1 ? "" : ` in every ${ordinal(modulus)} report`;
  return { words: ahead + often, items: itemOf("Report", ahead + often) };
}

const conditionReaders = new Map<string, (group: Fields) => Phrase>([
  [
    "report_interval",
    ({ interval_secs }) => {
      const seconds = finiteNumber(interval_secs);
      return {
        // An interval of 0 asks for one report, at once.
        words: seconds === null || seconds === 0 ? "one report" : `every ${seconds} s`,
        items: itemOf("Interval", seconds, "s"),
      };
    },
  ],
  [
    "report_when_lateral_dev_exceeds",
    ({ lat_dev_treshold_nm, lat_dev_threshold_nm }) => {
      const miles = finiteNumber(lat_dev_treshold_nm ?? lat_dev_threshold_nm);
      const over = miles === null ? "" : ` over ${miles} NM`;
      return {
        words: `on lateral deviation${over}`,
        items: itemOf("Lateral deviation over", miles, "NM"),
      };
    },
  ],
  [
    "report_when_vspd_is",
    ({ vspd_ftmin_threshold, higher_than }) => {
      const rate = finiteNumber(vspd_ftmin_threshold);
      const beyond = higher_than === false ? "descent faster than" : "climb faster than";
      return {
        words: rate === null ? "on vertical speed" : `on ${beyond} ${grouped(rate)} ft/min`,
        items: itemOf(
          beyond === "climb faster than" ? "Climb over" : "Descent over",
          rate,
          "ft/min",
        ),
      };
    },
  ],
  [
    "report_when_alt_out_of_range",
    ({ floor_alt, ceiling_alt }) => {
      const [floor, ceiling] = [finiteNumber(floor_alt), finiteNumber(ceiling_alt)];
      const range =
        floor === null || ceiling === null
          ? "range"
          : `outside ${altitudeWords(floor)} to ${altitudeWords(ceiling)}`;
      return {
        words: `on altitude ${range}`,
        items: [...itemOf("Floor", floor, "ft"), ...itemOf("Ceiling", ceiling, "ft")],
      };
    },
  ],
  ["report_wpt_changes", () => ({ words: "on waypoint change", items: [] })],
]);

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.slice(0, groupsMax).map(fieldsOf) : [];
}

function ordinal(number: number): string {
  const endings = new Map([
    [1, "st"],
    [2, "nd"],
    [3, "rd"],
  ]);
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${isTeen ? "th" : (endings.get(number % 10) ?? "th")}`;
}
