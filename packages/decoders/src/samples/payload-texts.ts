/** Invented texts of binary and structured formats, by label and direction, for tests of damage. */
import { deflateRawSync } from "node:zlib";
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

/** Climb to FL350, free text "TEST", and a route of two fixes. */
const cpdlcUplink = packed(
  // Message number 5 without an answered one, at 12:34:56; more elements follow the first.
  ...([
    [1, 1],
    [0, 1],
    [1, 1],
    [5, 6],
    [12, 5],
    [34, 6],
    [56, 6],
  ] as const),
  ...([
    [20, 8],
    [6, 3],
    [320, 10],
  ] as const),
  ...([
    [1, 2],
    [169, 8],
    [3, 8],
  ] as const),
  ...Array.from("TEST", (character) => [character.charCodeAt(0), 7] as const),
  ...([
    [80, 8],
    [0b01_0000_0010, 10],
  ] as const),
  ...Array.from("ZZZZ", (character) => [character.charCodeAt(0), 7] as const),
  ...([
    [1, 7],
    [0, 3],
    [0, 1],
    [4, 3],
  ] as const),
  ...Array.from("ABCDE", (character) => [character.charCodeAt(0), 7] as const),
  ...([
    [1, 3],
    [1, 1],
    [50, 7],
    [305, 10],
    [0, 1],
    [0, 1],
    [20, 8],
    [1, 1],
  ] as const),
);

/** An answer to message 5: a report of a position in degrees at FL370. */
const cpdlcDownlink = packed(
  ...([
    [0, 1],
    [1, 1],
    [0, 1],
    [6, 6],
    [5, 6],
  ] as const),
  ...([
    [33, 8],
    [3, 3],
    [1, 1],
    [51, 7],
    [300, 10],
    [1, 1],
    [0, 1],
    [7, 8],
    [0, 1],
  ] as const),
);

const miamBody = "INVENTED TEXT OF A TEST, INVENTED TEXT OF A TEST";
const miamHeader = Buffer.concat([
  Buffer.from([0x01, 0, 0, 60]),
  Buffer.from(".XX-ABC", "latin1"),
  Buffer.from([(9 << 1) | 1, 0, 0x40 | 0x01]),
  Buffer.from("H1DF", "latin1"),
  Buffer.from("0cb5b9d2", "hex"),
]);

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
  uplink("CPDLC uplink", "AA", arinc622Text("AT1", cpdlcUplink)),
  downlink("CPDLC downlink", "BA", arinc622Text("AT1", cpdlcDownlink)),
  downlink("CPDLC connection confirmed", "BA", arinc622Text("CC1", new Uint8Array())),
  downlink("MIAM message", "MA", miamText(miamHeader, miamBody)),
  downlink(
    "MIAM acknowledgment",
    "MA",
    miamText(
      Buffer.from("1100001400000000000000c810000000000000000000", "hex").subarray(0, 20),
      null,
    ),
  ),
  downlink("MIAM request", "MA", "F012000345260102030405\r\n"),
  downlink("MIAM segment", "H1", "#DFBS012001ABC"),
  downlink("media advisory", "SA", "0EV004920V"),
  downlink("media advisory with a text", "SA", "0LS235959VH2XI/LOST IN TEST"),
];

/** Returns octets in base 85, without the short form of zeros, and how many were added to fill the last group. */
function base85(octets: Uint8Array): { text: string; padding: number } {
  const padding = (4 - (octets.length % 4)) % 4;
  const padded = Buffer.concat([octets, Buffer.alloc(padding)]);
  let text = "";
  for (let at = 0; at < padded.length; at += 4) {
    const digits = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1].map(
      (weight) => Math.floor(padded.readUInt32BE(at) / weight) % 85,
    );
    text += String.fromCharCode(...digits.map((digit) => 0x21 + digit));
  }
  return { text, padding };
}

/** Returns a message of MIAM in one piece, with a deflated body. */
function miamText(header: Uint8Array, body: string | null): string {
  const head = base85(header);
  if (body === null) return `T.${head.padding}${head.text}|`;
  const deflated = base85(deflateRawSync(body));
  return `T${deflated.padding}${head.padding}${head.text}|${deflated.text}`;
}

function downlink(name: string, label: string, text: string): PayloadText {
  return { name, label, linkDirection: "downlink", text };
}

function uplink(name: string, label: string, text: string): PayloadText {
  return { name, label, linkDirection: "uplink", text };
}
