import type { EnrichedMessage } from "@jetwire/protocol";
import { element } from "./element.ts";
import {
  aboutText,
  clockTime,
  frequencyText,
  isSimulated,
  shortPosition,
  sourceBadge,
} from "./format.ts";

/** Longer texts, in lines or characters, are folded. */
const foldedLines = 6;
const foldedCharacters = 600;

const directions = {
  uplink: { arrow: "↑", words: "uplink, from the ground" },
  downlink: { arrow: "↓", words: "downlink, from the aircraft" },
} as const;

/** Creates the row of a message. The list handles clicks. */
export function messageRow(message: EnrichedMessage): HTMLElement {
  const row = element("article", "row");
  row.dataset["id"] = message.id;
  row.dataset["source"] = message.sourceType;
  row.append(headLine(message));
  const content = message.text ?? message.data;
  if (content !== null && content !== "") row.append(...messageText(content));
  return row;
}

function headLine(message: EnrichedMessage): HTMLElement {
  const head = element("div", "head");
  const open = element("button", "time", clockTime(message.timestamp));
  open.type = "button";
  open.dataset["action"] = "open";
  open.title = "Show all fields";
  open.setAttribute("aria-label", `${clockTime(message.timestamp)}, show all fields`);
  const badge = element("span", "badge", sourceBadge(message.sourceType));
  badge.title = `${message.sourceType}, decoded by ${message.source}`;
  const party = element("span", "party");
  party.append(direction(message), identity(message));
  head.append(open, badge, station(message), party);
  head.append(cell("label", message.label, "label:"));
  head.append(cell("frequency", frequency(message), "MHz:"));
  head.append(cell("position", shortPosition(message), "position:"));
  head.append(cell("about", aboutText(message), "airframe and flight:"));
  return head;
}

function station({ station: { ident } }: EnrichedMessage): HTMLElement {
  const shown = element("span", "station", ident);
  shown.title = `station ${ident}`;
  if (!isSimulated(ident)) return shown;
  shown.classList.add("simulated");
  const mark = element("abbr", "mark", "sim");
  mark.title = "from the simulator, not from a real station";
  shown.append(" ", mark);
  return shown;
}

function direction({ linkDirection }: EnrichedMessage): HTMLElement {
  const shown = element("span", "direction");
  if (linkDirection === null) return shown;
  const { arrow, words } = directions[linkDirection];
  shown.classList.add(linkDirection);
  const picture = element("span", "", arrow);
  picture.ariaHidden = "true";
  shown.append(picture, element("span", "unseen", words));
  shown.title = words;
  return shown;
}

function identity(message: EnrichedMessage): HTMLElement {
  const shown = element("span", "who");
  const tail = message.tail ?? message.airframe?.tail ?? message.fromHex;
  if (tail !== null) shown.append(element("span", "tail", tail));
  if (message.flightNumber !== null) {
    shown.append(" ", element("span", "flight", message.flightNumber));
  }
  return shown;
}

function frequency({ frequency: mhz }: EnrichedMessage): string | null {
  return mhz === null ? null : frequencyText(mhz);
}

function cell(className: string, text: string | null, title: string): HTMLElement {
  const shown = element("span", className, text);
  if (text !== null && text !== "") shown.title = `${title} ${text}`;
  return shown;
}

function messageText(text: string): HTMLElement[] {
  const shown = element("pre", "text", text);
  const lines = text.split(/\r\n|\r|\n/).length;
  if (lines <= foldedLines && text.length <= foldedCharacters) return [shown];
  shown.classList.add("folded");
  const unfold = element("button", "unfold", "Show all");
  unfold.type = "button";
  unfold.dataset["action"] = "unfold";
  unfold.ariaExpanded = "false";
  return [shown, unfold];
}

/** Folds or unfolds the text of a row. */
export function toggleFold(row: HTMLElement): void {
  const text = row.querySelector(".text");
  const button = row.querySelector<HTMLElement>(".unfold");
  if (text === null || button === null) return;
  const folded = text.classList.toggle("folded");
  button.ariaExpanded = String(!folded);
  button.textContent = folded ? "Show all" : "Show less";
}
