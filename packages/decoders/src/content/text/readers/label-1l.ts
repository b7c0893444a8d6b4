/** Label 1L: `… N 22.027/E 20.426/UTC 2122/FOB     6.2/ALT  41000/CAS 236.5/ETA 2308`. */
import { clockOf } from "../../clock-times.ts";
import { readPosition } from "../../../formats/members/position.ts";
import { numberItem, signed } from "../values.ts";
import { clockWords } from "../words.ts";
import type { TextFacts } from "../text-facts.ts";

const positionPattern =
  /^\d{0,14} ?([NS]) {0,3}(\d{1,2}\.\d{1,4})\/([EW]) {0,3}(\d{1,3}\.\d{1,4})\//;
const valuePattern = /^([A-Z]{3}) {1,8}([\d.]{1,8})\s{0,4}$/;
const partsMax = 16;

export function readLabel1l(text: string): TextFacts | null {
  const match = positionPattern.exec(text);
  if (match === null) return null;
  const [head, north = "", lat, east = "", lon] = match;
  const parts = text.slice(head.length).split("/", partsMax);
  const values = new Map(
    parts.flatMap((part) => {
      const [, name, value] = valuePattern.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
  const numberOf = (name: string) => (values.has(name) ? Number(values.get(name)) : null);
  const position = readPosition(
    signed(north, Number(lat)),
    signed(east, Number(lon)),
    numberOf("ALT"),
  );
  const clock = clockOf(values.get("UTC"));
  if (position === null || clock === null) return null;
  return {
    decoder: "label-1l-slash",
    level: "partial",
    title: "Position",
    position,
    altitude: position.altitude,
    times: { eta: clockOf(values.get("ETA")) },
    items: [
      { label: "Time of position", value: clockWords(clock) },
      numberItem("Fuel on board", numberOf("FOB"), "number"),
      numberItem("Calibrated airspeed", numberOf("CAS"), "speed"),
    ],
  };
}
