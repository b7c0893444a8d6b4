import type { Decoded, EnrichedMessage } from "@jetwire/protocol";
import { byId, element } from "./element.ts";
import { aboutText, altitudeText, frequencyText, fullTime, positionText } from "./format.ts";

/** The panel with all fields of one message. */
export interface Details {
  show(message: EnrichedMessage): void;
  close(): void;
  readonly isOpen: boolean;
}

/** @param onClose called when the panel closes */
export function createDetails(onClose: () => void): Details {
  const panel = byId("details", HTMLElement);
  let opener: Element | null = null;

  function close(): void {
    if (panel.hidden) return;
    panel.hidden = true;
    panel.replaceChildren();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    onClose();
  }

  return {
    show(message) {
      opener = document.activeElement;
      panel.replaceChildren(header(message, close), ...sections(message));
      panel.hidden = false;
      panel.scrollTop = 0;
      panel.focus({ preventScroll: true });
    },
    close,
    get isOpen() {
      return !panel.hidden;
    },
  };
}

function header(message: EnrichedMessage, close: () => void): HTMLElement {
  const head = element("div", "details-head");
  const title = [message.tail, message.flightNumber].filter((part) => part !== null).join(" ");
  const heading = element("h2", "", title === "" ? "Message" : title);
  const button = element("button", "close", "Close");
  button.type = "button";
  button.addEventListener("click", close);
  head.append(heading, button);
  const about = aboutText(message);
  if (about !== "") head.append(element("p", "about", about));
  return head;
}

function sections(message: EnrichedMessage): HTMLElement[] {
  const { station, airframe, flight, text, data, decoded, times, assembly, ...fields } = message;
  const shown: HTMLElement[] = [];
  if (decoded !== null) shown.push(section(decoded.description, itemsOf(decoded)));
  if (text !== null) shown.push(element("pre", "text", text));
  if (data !== null) shown.push(section("Undecoded data", {}), element("pre", "text", data));
  shown.push(section("Message", fields), section("Station", station));
  if (times !== null) shown.push(section("Times", times));
  if (assembly !== null) shown.push(section("Assembly", assembly));
  if (airframe !== null) shown.push(section("Airframe", airframe));
  if (flight !== null) shown.push(section("Flight", flight));
  return shown;
}

function itemsOf({ items }: Decoded): Fields {
  return Object.fromEntries(
    items.map(({ label, value, unit }) => [label, unit === undefined ? value : `${value} ${unit}`]),
  );
}

type Fields = Readonly<Record<string, string | number | boolean | null>>;

function section(title: string, fields: Fields): HTMLElement {
  const shown = element("section", "fields");
  const list = element("dl", "");
  for (const [name, value] of Object.entries(fields)) {
    const entry = element("div", value === null ? "unknown" : "");
    entry.append(element("dt", "", labelOf(name)), element("dd", "", valueText(name, value)));
    list.append(entry);
  }
  shown.append(element("h3", "", title), list);
  return shown;
}

/** Returns `link direction` for `linkDirection`. */
function labelOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(name: string, value: string | number | boolean | null): string {
  if (value === null) return "—";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") {
    return name === "timestamp" || name === "createdAt" ? fullTime(value) : value;
  }
  return numberTexts[name]?.(value) ?? String(value);
}

const numberTexts: Readonly<Record<string, (value: number) => string>> = {
  frequency: (mhz) => `${frequencyText(mhz)} MHz`,
  level: (decibels) => `${decibels} dB`,
  altitude: altitudeText,
  latitude: (degrees) => positionText(degrees, 0).split(" ", 2).join(" "),
  longitude: (degrees) => positionText(0, degrees).split(" ").slice(2).join(" "),
  track: (degrees) => `${Math.round(degrees)}°`,
};
