import { decodedLabels, type LinkDirection, type Message } from "@jetwire/protocol";

/*
 * Tells by their content whether one message answers another. Labels and their use are those of ARINC 620
 * (air traffic services: A for uplinks, B for downlinks); the beginnings of H1 texts (imbedded message
 * identifiers) are those of ARINC 622 and 702A.
 */

/** The labels with which a message is answered, by its label. */
const answerLabels: ReadonlyMap<string, string> = new Map([
  ["B0", "A0"], // Logon of ATS facilities notification.
  ["A0", "B0"],
  ["B1", "A1"], // Oceanic clearance: request, clearance, readback.
  ["A1", "B2"],
  ["B3", "A3"], // Departure clearance: request, clearance, readback.
  ["A3", "B4"],
  ["A5", "B5"], // Position report.
  ["B8", "A8"], // Departure time allotted by air traffic flow management.
  ["B9", "A9"], // ATIS.
  ["BB", "AB"], // Terminal weather.
  ["BC", "AC"], // Pushback clearance.
  ["BD", "AD"], // Taxi clearance.
]);

/** Whether the label of a message is an answer to that of another. */
export function answersLabel(answer: Message, request: Message): boolean {
  return request.label !== null && answerLabels.get(request.label) === answer.label;
}

const sublabelPrefix = /^(?:#[A-Z0-9]{2}B|- ?#[A-Z0-9]{2})/;

/** Returns the identifier at the beginning of an H1 text, with the one that follows `REQ`, `RES` and `REJ`. */
function identifiersOf({ label, text }: Message): readonly [string, string] | null {
  if (label !== "H1" || text === null) return null;
  const found = /^([A-Z]{3})([A-Z]{3})?/.exec(text.replace(sublabelPrefix, ""));
  return found?.[1] === undefined ? null : [found[1], found[2] ?? ""];
}

/** Whether the text of an H1 message is what another one requests, or its response or rejection. */
export function answersText(answer: Message, request: Message): boolean {
  const [given, asked] = [identifiersOf(answer), identifiersOf(request)];
  if (given === null || asked === null) return false;
  const [identifier, about] = given;
  const [requested, subject] = asked;
  if (identifier === "RES" || identifier === "REJ") {
    return about === requested || (requested === "REQ" && about === subject);
  }
  return requested === "REQ" && subject !== "" && identifier === subject;
}

/** Whether a message confirms the CPDLC connection that another one requests (ARINC 622: CR1, CC1). */
export function confirmsConnection(answer: Message, request: Message): boolean {
  return (answer.text?.includes(".CC1.") && request.text?.includes(".CR1.")) ?? false;
}

/** Whether a message names the number of a CPDLC message, FANS or ATN, as the one that it replies to. */
export function answersReference(answer: Message, request: Message): boolean {
  const reference = itemOf(answer, decodedLabels.replyTo);
  return (
    reference !== undefined &&
    reference === itemOf(request, decodedLabels.messageNumber) &&
    answer.decoded?.application === request.decoded?.application &&
    isSameGroundStation(answer, request)
  );
}

/** Whether a message is a report or an answer for the ADS-C contract that another one requests. */
export function reportsFor(report: Message, contract: Message): boolean {
  const isContract = directionIs(contract, "uplink") && isAdsc(contract);
  return (
    isContract &&
    directionIs(report, "downlink") &&
    isAdsc(report) &&
    isSameGroundStation(report, contract)
  );
}

function isAdsc({ decoded }: Message): boolean {
  return decoded?.application === "adsc" || decoded?.application === "atn-adsc";
}

function directionIs({ linkDirection }: Message, direction: LinkDirection): boolean {
  return linkDirection === direction;
}

/** A message that names no ground station may be of any. */
function isSameGroundStation(one: Message, other: Message): boolean {
  const [station, otherStation] = [one, other].map((message) =>
    itemOf(message, decodedLabels.groundStation),
  );
  return station === undefined || otherStation === undefined || station === otherStation;
}

function itemOf({ decoded }: Message, label: string): string | number | boolean | undefined {
  return decoded?.items.find((item) => item.label === label)?.value;
}

/** Whether a message is the next block of another: the same number, and the next letter. */
export function continues(next: Message, previous: Message): boolean {
  const [number, before] = [next, previous].map(({ messageNumber }) =>
    /^([A-Z]\d\d)([A-Z])$/.exec(messageNumber ?? ""),
  );
  if (!number || !before || next.label !== previous.label) return false;
  const [letter = "", letterBefore = ""] = [number[2], before[2]];
  return number[1] === before[1] && letter.charCodeAt(0) === letterBefore.charCodeAt(0) + 1;
}

/** Whether a message acknowledges the block of another on the same kind of link. */
export function acknowledges(message: Message, block: Message): boolean {
  return (
    message.ack !== null && message.ack === block.blockId && message.sourceType === block.sourceType
  );
}
