import {
  type Candidate,
  candidateOf,
  FilterIndex,
  indexedFilter,
  type Message,
  type SniffFilter,
} from "@jetwire/protocol";
import { createSeededRandom, testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";

const codes = {
  airlines: new Map([
    ["UA", "UAL"],
    ["SK", "SAS"],
  ]),
  airports: [],
};

function named(filter: SniffFilter, id: number) {
  return { ...indexedFilter(filter, codes), id: String(id) };
}

function matching(filters: readonly SniffFilter[], candidate: Candidate): string[] {
  const found: string[] = [];
  new FilterIndex(filters.map(named)).eachCandidate(candidate, ({ id, fits }) => {
    if (fits(candidate.message)) found.push(id);
  });
  return found.toSorted();
}

function received(
  over: Partial<Message>,
  flightKey: string | null = "UAL123",
  type: string | null = null,
) {
  return candidateOf(testMessage(over), flightKey, type);
}

const decoded: Message["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Request FL390",
  items: [],
};

test.each<[string, SniffFilter, Candidate, boolean]>([
  ["a tail without its hyphens", { tail: "SEABC" }, received({ tail: "SE-ABC" }), true],
  ["another tail", { tail: "SEABC" }, received({ tail: "SE-ABD" }), false],
  ["a flight by its other code", { flight: "UA0123" }, received({}), true],
  ["a message without a flight", { flight: "UA123" }, received({}, null), false],
  ["an airline by its IATA code", { airline: "UA" }, received({}), true],
  ["an airline by its ICAO code", { airline: "UAL" }, received({}, "UA99"), true],
  ["another airline", { airline: "SK" }, received({}), false],
  ["an aircraft type", { aircraftType: "B738" }, received({}, null, "B738"), true],
  ["an unknown type", { aircraftType: "B738" }, received({}), false],
  [
    "a part of the text in any case",
    { text: "climb to" },
    received({ text: "CLIMB TO FL390" }),
    true,
  ],
  ["a part that only the words have", { text: "request" }, received({ decoded }), false],
  ["a part of the words", { q: "REQUEST" }, received({ decoded }), true],
  ["a part at the end", { q: "390" }, received({ text: "FL390" }), true],
  ["an application", { decoded: ["cpdlc"] }, received({ decoded }), true],
  [
    "CPDLC over the ATN",
    { decoded: ["cpdlc"] },
    received({ decoded: { ...decoded, application: "atn-cpdlc" } }),
    true,
  ],
  ["any content", { decoded: ["any"] }, received({ decoded }), true],
  ["no content", { decoded: ["any"] }, received({}), false],
  ["one of several labels", { label: ["H1", "SQ"] }, received({ label: "SQ" }), true],
  ["no label", { label: ["H1"] }, received({ label: null }), false],
  [
    "an area across 180°",
    { bbox: [170, -50, -170, -30] },
    received({ latitude: -40, longitude: -175 }),
    true,
  ],
  [
    "a place beside it",
    { bbox: [170, -50, -170, -30] },
    received({ latitude: -40, longitude: 0 }),
    false,
  ],
  [
    "the corner of the world",
    { bbox: [-180, -90, 180, 90] },
    received({ latitude: 90, longitude: 180 }),
    true,
  ],
  ["no position", { bbox: [-180, -90, 180, 90] }, received({}), false],
  [
    "an address",
    { icao: "A1AEF6" },
    received({ linkDirection: "downlink", fromHex: "A1AEF6" }),
    true,
  ],
  ["another address", { icao: "A1AEF7" }, received({ fromHex: "A1AEF6" }), false],
  ["a station", { stationId: [7, 8] }, received({ stationId: 8 }), true],
  ["another station", { stationId: [7] }, received({ stationId: 8 }), false],
  [
    "an airport that it goes to",
    { airport: "EGLL" },
    received({ destinationAirport: "EGLL" }),
    true,
  ],
  ["another airport", { airport: "EGLL" }, received({ departingAirport: "KSFO" }), false],
  ["a short part", { text: "FL" }, received({ text: "FL390" }), true],
  ["nothing that it could be found by", { onGround: true }, received({ onGround: true }), true],
  ["no content at all", { decoded: ["none"] }, received({}), true],
  [
    "a text without the excluded words",
    { tail: "N101AB", excludeText: ["atis"] },
    received({ text: "CLIMB" }),
    true,
  ],
  [
    "an excluded word in any case",
    { tail: "N101AB", excludeText: ["x1", "atis"] },
    received({ text: "NEW ATIS" }),
    false,
  ],
  [
    "an excluded word of the description",
    { decoded: ["any"], excludeText: ["fl390"] },
    received({ decoded }),
    false,
  ],
  [
    "no text beside excluded words",
    { tail: "N101AB", excludeText: ["atis"] },
    received({ text: null }),
    true,
  ],
  [
    "all members together",
    { tail: "N101AB", label: ["SQ"], sourceType: ["acars"] },
    received({}),
    true,
  ],
  ["all members but one", { tail: "N101AB", sourceType: ["vdl"] }, received({}), false],
])("%s", (_what, filter, given, fits) => {
  expect(matching([filter], given)).toEqual(fits ? ["0"] : []);
});

test("among thousands of rules the same match as if each were compared, and each once", () => {
  const random = createSeededRandom(11);
  const one = <Value>(values: readonly Value[]) => random.pick(values);
  const degrees = (most: number) => random.integer(-most, most);
  const words = ["CLIMB", "CLOUD", "DESCEND TO", "FL390", "ABCABCABC", "ÄÖÜ", "\u0130X1", "中文字"];
  const filterOf = (): SniffFilter => {
    const [south, north] = [degrees(90), degrees(90)].toSorted((a, b) => a - b) as [number, number];
    const members: SniffFilter[] = [
      { tail: one(["N101AB", "SEABC"]) },
      { flight: one(["UA123", "SK1", "UAL123"]) },
      { airline: one(["UA", "SAS"]) },
      { aircraftType: one(["B738", "A20N"]) },
      { label: one([["SQ"], ["H1", "5Z"]]) },
      { text: one(words) },
      { q: one(words) },
      { decoded: one([["any"], ["cpdlc", "adsc"]]) },
      { bbox: [degrees(180), south, degrees(180), north] },
      { icao: one(["A1AEF6", "4CA7B5"]) },
      { stationId: one([[7], [7, 8]]) },
      { airport: one(["EGLL", "KSFO"]) },
      { text: one(["FL", "C"]) },
      { onGround: true },
    ];
    return { ...one(members), ...(random.chance(0.5) && one(members)) };
  };
  const rules = Array.from({ length: 3_000 }, (_, n) => named(filterOf(), n));
  const index = new FilterIndex(rules);
  let matched = 0;
  for (let n = 0; n < 300; n++) {
    const given = received(
      {
        tail: one(["N101AB", "SE-ABC", null]),
        label: one(["SQ", "5Z", null]),
        text: one([null, "", ...words, `${one(words)} ${one(words)}`]),
        decoded: one([null, decoded, { ...decoded, description: one(words) }]),
        latitude: one([null, degrees(90)]),
        longitude: degrees(180),
        fromHex: one(["A1AEF6", null]),
        stationId: one([7, 8, 9]),
        departingAirport: one(["EGLL", "KSFO", null]),
        onGround: one([true, false]),
      },
      one(["UAL123", "SAS1", "UA99", null]),
      one(["B738", null]),
    );
    const found: string[] = [];
    index.eachCandidate(given, (rule) => {
      if (rule.fits(given.message)) found.push(rule.id);
    });
    expect(found).toHaveLength(new Set(found).size);
    const expected = rules.filter((rule) => rule.fits(given.message)).map(({ id }) => id);
    expect(new Set(found)).toEqual(new Set(expected));
    matched += found.length;
  }
  expect(matched).toBeGreaterThan(1_000);
});
