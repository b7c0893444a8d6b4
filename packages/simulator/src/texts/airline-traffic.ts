import type { SeededRandom } from "../random.ts";
import type { SimulatedAirport } from "../world/airports.ts";
import type { AirframeState } from "../world/flight.ts";
import { hhmm, hhmmss, twoDigits } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";
import { minutesPosition } from "./position-report.ts";

const dispatchNotes = [
  "CONFIRM FUEL ON BOARD WHEN ABLE",
  "GATE CHANGE, NOW B22",
  "CONNECTING PASSENGERS ARE HELD, NO NEED TO HURRY",
  "LIGHT CHOP REPORTED AHEAD, SMOOTH AT 320",
  "STAND 14 AVAILABLE, GROUND POWER IS UP",
  "PLEASE CALL COMPANY ON ARRIVAL",
];

/** Only satellite and text links carry these; VHF blocks are seven-bit. */
const accentedNotes = [
  "MÉTÉO À L'ARRIVÉE: CIEL DÉGAGÉ, VENT FAIBLE",
  "NÄCHSTE CREW ÜBERNIMMT AM GATE, SCHÖNEN FEIERABEND",
  "AVISO: PISTA HÚMEDA, SEÑAL DE VIENTO FUERA DE SERVICIO",
];

const hexDigits = "0123456789ABCDEF";

/** An engine monitor's report, long enough for several blocks: label H1, addressed `#DFB`. */
export function engineReport(state: AirframeState, random: SeededRandom): ComposedText {
  const lines = [
    `E07 ${state.airframe.type.designator} ${state.leg.departure.icao}${state.leg.destination.icao}`,
  ];
  const count = random.integer(4, 16);
  for (let line = 0; line < count; line++) {
    const values = [
      random.integer(800, 990),
      random.integer(4_200, 6_900),
      -random.integer(20, 60),
      random.integer(10_000, 99_999),
      random.integer(100, 300),
    ];
    lines.push(
      `${values.map((value) => String(value).padStart(6, " ")).join("")}${hex(random, 8)}`,
    );
  }
  return { label: "H1", origin: "D", sublabel: "DF", text: lines.join("\r\n") };
}

/** Label 5Z: the expected time on the ground, or a station's code and a number. */
export function stationReport(state: AirframeState, random: SeededRandom): ComposedText {
  const { departure, destination, onMs } = state.leg;
  if (random.chance(0.4)) {
    const day = twoDigits(new Date(state.atMs).getUTCDate());
    const text = `/ET EXP TIME       / ${departure.icao} ${destination.icao} ${day} ${hhmmss(state.atMs)}/EON ${hhmm(onMs)} AUTO`;
    return { label: "5Z", origin: "M", text };
  }
  const text = random.chance(0.5)
    ? `OS ${destination.icao} /IR ${destination.icao}${hhmm(onMs)}`
    : `OS ${departure.icao} /FUL  ${random.integer(40, 320)}`;
  return { label: "5Z", origin: "M", text };
}

/** Label Q0: is anybody there? */
export function linkTest(): ComposedText {
  return { label: "Q0", origin: "S", text: "" };
}

/** Label C1: a note from dispatch to the crew. */
export function dispatchUplink(
  state: AirframeState,
  random: SeededRandom,
  options: { accents: boolean },
): ComposedText {
  const { airframe, leg } = state;
  const note =
    options.accents && random.chance(0.4) ? random.pick(accentedNotes) : random.pick(dispatchNotes);
  const text =
    `.SIMOPS ${hhmm(state.atMs)}\r\nAGM\r\nAN ${airframe.tail}/FI ${airframe.airline.iata}${leg.flightNumber}\r\n` +
    `-  ${note}\r\n`;
  return { label: "C1", origin: "M", text };
}

/** The ground asks the flight computer for a position report: label H1, addressed `- #MD`. */
export function positionRequest(random: SeededRandom): ComposedText {
  return {
    label: "H1",
    origin: "F",
    sublabel: "MD",
    text: `REQPOS,RP.PR.DT${random.integer(1, 900)}F\r\n`,
  };
}

/** Label SQ: a VHF ground station announces itself and its position to the minute. */
export function squitter(airport: SimulatedAirport): ComposedText {
  const at = minutesPosition(airport);
  const position = `${at.slice(1, 5)}${at.charAt(0)}${at.slice(7, 12)}${at.charAt(6)}`;
  const text = `02XA${airport.iata}${airport.icao}1${position}V136975/SIMULATED`;
  return { label: "SQ", origin: "S", text };
}

function hex(random: SeededRandom, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += hexDigits[random.integer(0, 15)];
  return out;
}
