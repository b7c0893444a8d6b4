/** Invented texts of binary and structured formats, by label and direction, for tests of damage. */
import { arinc622Text, packed } from "./arinc622-texts.ts";

export interface PayloadText {
  readonly name: string;
  readonly label: string;
  readonly linkDirection: "uplink" | "downlink";
  readonly text: string;
}

/** A position of 45 degrees north and east, 36,000 feet, 20 minutes past the hour, 0.25 NM. */
const report = [
  [2 ** 18, 21],
  [2 ** 18, 21],
  [9_000, 16],
  [9_600, 15],
  [0b001_1101, 7],
] as const;

const adsReport = packed(
  [7, 8],
  ...report,
  // Flight XXX123 and two blanks.
  [12, 8],
  ...[24, 24, 24, 49, 50, 51, 32, 32].map((code) => [code, 6] as const),
  [14, 8],
  ...([
    [0, 1],
    [512, 12],
    [900, 13],
    [-4, 12],
    [0, 2],
  ] as const),
  [15, 8],
  ...([
    [1, 1],
    [-512, 12],
    [1_640, 13],
    [4, 12],
    [0, 2],
  ] as const),
  [16, 8],
  ...([
    [100, 9],
    [0, 1],
    [-128, 9],
    [-200, 12],
    [0, 1],
  ] as const),
  [13, 8],
  ...([
    [2 ** 18, 21],
    [-(2 ** 18), 21],
    [9_250, 16],
    [600, 14],
  ] as const),
  ...([
    [-(2 ** 18), 21],
    [2 ** 18, 21],
    [9_500, 16],
    [0, 6],
  ] as const),
  [17, 8],
  [0x0a_bc_de, 24],
  [22, 8],
  ...([
    [80, 16],
    [0, 1],
    [256, 12],
    [9_000, 16],
    [300, 14],
    [0, 5],
  ] as const),
  [23, 8],
  ...([
    [2 ** 17, 21],
    [2 ** 17, 21],
    [9_000, 16],
    [900, 14],
  ] as const),
);

const adsContracts = packed(
  [7, 8],
  [1, 8],
  ...([
    [11, 8],
    [3, 2],
    [4, 6],
  ] as const),
  ...([12, 13, 14, 15, 16, 17] as const).flatMap(
    (group) =>
      [
        [group, 8],
        [1, 8],
      ] as const,
  ),
  ...([
    [21, 8],
    [1, 8],
    [10, 8],
  ] as const),
  [8, 8],
  [2, 8],
  ...([
    [10, 8],
    [40, 8],
  ] as const),
  ...([
    [18, 8],
    [-50, 8],
  ] as const),
  ...([
    [19, 8],
    [9_500, 16],
    [8_500, 16],
  ] as const),
  [20, 8],
  [9, 8],
  [3, 8],
  ...([
    [2, 8],
    [4, 8],
    [6, 8],
    [5, 8],
    [1, 8],
  ] as const),
);

const adsAnswers = packed(
  ...([
    [3, 8],
    [1, 8],
    [4, 8],
    [2, 8],
    [7, 8],
    [99, 8],
    [4, 8],
    [2, 8],
    [13, 8],
  ] as const),
  // Of contract 5: an unknown group, a missing one, and three missing values of another.
  ...([
    [5, 8],
    [5, 8],
    [3, 8],
    [30, 8],
    [0x80, 8],
    [16, 8],
    [0x40, 8],
  ] as const),
  ...([
    [14, 8],
    [0x03, 8],
    [0x12, 8],
    [0x30, 8],
    [6, 8],
  ] as const),
);

export const payloadTexts: readonly PayloadText[] = [
  downlink("ADS-C report", "B6", arinc622Text("ADS", adsReport)),
  downlink(
    "ADS-C report in a subsystem",
    "H1",
    `#M1B/B6 ${arinc622Text("ADS", adsReport).slice(1)}`,
  ),
  downlink("ADS-C answers", "B6", arinc622Text("ADS", adsAnswers)),
  downlink("ADS-C disconnection", "B6", arinc622Text("DIS", packed([8, 4], [0, 4]))),
  uplink("ADS-C contracts", "A6", arinc622Text("ADS", adsContracts)),
  downlink("media advisory", "SA", "0EV004920V"),
  downlink("media advisory with a text", "SA", "0LS235959VH2XI/LOST IN TEST"),
];

function downlink(name: string, label: string, text: string): PayloadText {
  return { name, label, linkDirection: "downlink", text };
}

function uplink(name: string, label: string, text: string): PayloadText {
  return { name, label, linkDirection: "uplink", text };
}
