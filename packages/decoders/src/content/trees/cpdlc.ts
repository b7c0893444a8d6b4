/** CPDLC, messages between controllers and pilots: of FANS-1/A by libacars, of the ATN by dumpvdl2. */
import { decodedLabels } from "@jetwire/protocol";
import { type Fields, fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import { type Element, elementIn, readElement } from "./cpdlc-element.ts";
import type { Reported } from "./position-report.ts";
import { treeClock, dateOf, type TreeItem, itemOf, treeText } from "./words.ts";

/** More elements than a message can have (5), so that a damaged tree stays readable. */
const elementsMax = 10;

/** A message in words, without the name of its decoder. */
export interface CpdlcContent {
  /** Null if it has no element. */
  readonly description: string | null;
  readonly items: readonly TreeItem[];
  readonly isFull: boolean;
  readonly reported: Reported;
}

/** @param cpdlc the tree with a downlink or an uplink message; null if it has none */
export function readCpdlc(cpdlc: Fields): CpdlcContent | null {
  const message =
    cpdlc.atc_downlink_msg ??
    cpdlc.atc_uplink_msg ??
    cpdlc.atc_downlink_message ??
    cpdlc.atc_uplink_message;
  if (cpdlc.err === true || !isFields(message)) return null;
  const data = fieldsOf(message.msg_data);
  const constrained = fieldsOf(data.route_clearance_data).route_clearance_seq;
  const routes = Array.isArray(constrained) ? constrained : [];
  const sources = elementsOf(message, data);
  const elements = sources.flatMap((element) => readElement(element, routes) ?? []);
  return {
    description: elements.length === 0 ? null : elements.map(({ words }) => words).join("; "),
    items: [...headerItems(fieldsOf(message.header)), ...elements.flatMap(({ items }) => items)],
    isFull: elements.length > 0 && isAllFull(elements) && sources.length === elements.length,
    reported: Object.assign({}, ...elements.map(({ reported }) => reported)) as Reported,
  };
}

function isAllFull(elements: readonly Element[]): boolean {
  return elements.every(({ isFull }) => isFull);
}

/** Returns the elements: FANS-1/A has a first one and a sequence of others, the ATN one sequence. */
function elementsOf(message: Fields, data: Fields): Fields[] {
  const first = message.atc_downlink_msg_element_id ?? message.atc_uplink_msg_element_id;
  const others =
    message.atc_downlink_msg_element_id_seq ??
    message.atc_uplink_msg_element_id_seq ??
    data.msg_elements;
  return [first, ...(Array.isArray(others) ? others : [])]
    .filter(isFields)
    .slice(0, elementsMax)
    .map(elementIn);
}

/** Returns the number of the message, the one that it answers, its time and whether it asks for an acknowledgment. */
function headerItems(header: Fields): TreeItem[] {
  const { timestamp } = header;
  const date = dateOf(fieldsOf(timestamp).date);
  const clock = treeClock(fieldsOf(timestamp).time) ?? treeClock(timestamp);
  const acknowledgment = treeText(header.logical_ack);
  return [
    ...itemOf(decodedLabels.messageNumber, finiteNumber(header.msg_id)),
    ...itemOf(decodedLabels.replyTo, finiteNumber(header.msg_ref)),
    ...itemOf("Time sent", date !== null && clock !== null ? `${date} ${clock}` : clock),
    ...itemOf("Logical acknowledgment", acknowledgment && acknowledgment === "required"),
  ];
}
