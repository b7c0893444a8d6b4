import type { SeededRandom } from "../random.ts";
import type { SimulatedAirport } from "../world/airports.ts";
import type { AirframeState } from "../world/flight.ts";
import { ddhhmm, hhmm, twoDigits } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const skyReports = ["CLR", "FEW040", "SCT035 BKN120", "BKN018 OVC045", "FEW250"];
const weatherRemarks = [
  "BIRD ACTIVITY VCTY ARPT",
  "TWY B CLSD BTN B3 AND B5",
  "CRANE 210 FT AGL 1 NM EAST",
  "EXPECT VISUAL APCH",
  "READ BACK ALL HOLD SHORT INSTRUCTIONS",
];

/** A request of the crew for the weather at its destination. */
export function weatherRequest(state: AirframeState, random: SeededRandom): ComposedText {
  const { departure, destination } = state.leg;
  if (random.chance(0.5)) {
    return { label: "B9", origin: "L", text: `/${destination.icao}.TI2/024${destination.icao}A` };
  }
  const text = `WXR ${destination.icao} ${departure.icao}\r\n${ddhhmm(state.atMs)} SA FT`;
  return { label: "5U", origin: "M", text };
}

/** Arrival information for an airport: label A9, long enough to need two blocks now and then. */
export function atisUplink(
  airport: SimulatedAirport,
  atMs: number,
  random: SeededRandom,
): ComposedText {
  const letter = alphabet.charAt(Math.floor(atMs / 3_600_000) % alphabet.length);
  const runway = twoDigits(random.integer(1, 36));
  const remarks = weatherRemarks.filter(() => random.chance(0.6)).map((remark) => `${remark}.`);
  const lines = [
    `/SIMATIS.TI2/${airport.icao} ARR ATIS ${letter}`,
    `${hhmm(atMs - (atMs % 3_600_000))}Z`,
    `${metar(airport, atMs, random)}.`,
    `ILS APCH RWY ${runway} IN USE.`,
    ...remarks,
    `ADVISE YOU HAVE INFO ${letter}.`,
  ];
  return { label: "A9", origin: "M", text: lines.join("\r\n") };
}

/** A line of weather to the printer on board: label RA. */
export function weatherUplink(
  airport: SimulatedAirport,
  atMs: number,
  random: SeededRandom,
): ComposedText {
  const text = `QUDSIMWX~1\r\nSA ${metar(airport, atMs, random)}=\r\n`;
  return { label: "RA", origin: "M", text };
}

function metar(airport: SimulatedAirport, atMs: number, random: SeededRandom): string {
  const wind = `${String(random.integer(0, 35) * 10).padStart(3, "0")}${twoDigits(random.integer(2, 24))}KT`;
  const temperature = random.integer(2, 29);
  const dewPoint = twoDigits(Math.max(0, temperature - random.integer(1, 12)));
  return `${airport.icao} ${ddhhmm(atMs)}Z ${wind} ${random.pick(["10SM", "9999", "6SM"])} ${random.pick(skyReports)} ${twoDigits(temperature)}/${dewPoint} Q${random.integer(990, 1034)}`;
}
