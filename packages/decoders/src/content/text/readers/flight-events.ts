/**
 * Messages that begin with an event and 01 (`OUT01`, `OFF01` …), flight, date, time and airports; acarsdec's
 * `label.c` has the offsets. Further lines are the time of the event to the second, `FOB` (fuel),
 * `LATN`/`LONE` (degrees) and `ETA`.
 */
import { clockOf, type ClockTimes } from "../../clock-times.ts";
import { readPosition } from "../../../formats/members/position.ts";
import { clockWords } from "../words.ts";
import { airportOf, flightOf, numberItem, signed } from "../values.ts";
import type { TextFacts } from "../text-facts.ts";

/** `OUT01AFL2137   /13131404LTFMUUEE`: ten characters of flight, two unknown, day, time, airports. */
const headPattern = /^([A-Z]{3})01([A-Z0-9 ]{10})\/.{2}\d{2}(\d{4})([A-Z]{4})([A-Z]{4})(?:\r?\n|$)/;

interface Event {
  readonly title: string;
  readonly time: keyof ClockTimes | null;
  readonly onGround?: boolean;
}

const events: ReadonlyMap<string, Event> = new Map<string, Event>([
  ["OUT", { title: "Out of gate", time: "out", onGround: true }],
  ["OFF", { title: "Took off", time: "off", onGround: false }],
  ["TKO", { title: "Took off", time: "off", onGround: false }],
  ["GTA", { title: "Message to the ground", time: null }],
]);

const linesMax = 20;

export function readFlightEvent(text: string): TextFacts | null {
  const head = headPattern.exec(text);
  const event = events.get(head?.[1] ?? "");
  if (head === null || event === undefined) return null;
  const [, , flight = "", clock, from, to] = head;
  const lines = text.slice(head[0].length).split(/\r?\n/, linesMax);
  const exact = clockOf(lines[0]) ?? clockOf(clock);
  if (exact === null) return null;
  const values = valuesOf(lines);
  return {
    decoder: "flight-events-01",
    level: "partial",
    title: event.time === null ? event.title : `${event.title} ${clockWords(exact)}`,
    flight: flightOf(flight),
    from: airportOf(from),
    to: airportOf(to),
    position: positionOf(values),
    times: { ...(event.time !== null && { [event.time]: exact }), eta: clockOf(values.get("ETA")) },
    isTitled: true,
    items: [numberItem("Fuel on board", numberOf(values.get("FOB")), "number")],
    ...(event.time === null && { message: withoutFlight(lines.join(" "), flight) }),
    ...(event.onGround !== undefined && { onGround: event.onGround }),
  };
}

/** Returns a text to the ground; it begins with the flight once more. */
function withoutFlight(text: string, flight: string): string {
  return (text.startsWith(flight) ? text.slice(flight.length) : text).trim();
}

/** Returns the values of lines such as `FOB  149`, `LATN 41.266` and `ETA1902`. */
function valuesOf(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^(ETA|FOB|LAT[NS]|LON[EW]) {0,4}([\d.]{1,10})\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

function positionOf(values: ReadonlyMap<string, string>) {
  const degrees = (names: readonly string[]) => {
    const name = names.find((one) => values.has(one));
    return name === undefined ? null : signed(name.slice(-1), Number(values.get(name)));
  };
  return readPosition(degrees(["LATN", "LATS"]), degrees(["LONE", "LONW"]), null);
}

function numberOf(value: string | undefined): number | null {
  return value === undefined ? null : Number(value);
}
