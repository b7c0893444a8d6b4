import { EnrichedMessage } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { enrichedJson } from "./enriched-json.ts";

const secrets = { email: "canary", accountId: "canary", address: "canary", raw: "canary" };

const signal = {
  noise: -40,
  snr: 20,
  frequencySkew: 1.5,
  bitRate: 300,
  slot: "S",
  octetsCorrected: 0,
};
const full = {
  ...testMessage({ airframeId: "af", flightId: "fl", ...signal }),
  station: {
    id: 1,
    ident: "XX-1",
    sourceType: "acars",
    countryCode: "SE",
    latitude: 59.3,
    longitude: 18,
    ...secrets,
  },
  airframe: {
    id: "af",
    icao: "4ACA01",
    tail: "SE-ABC",
    type: null,
    manufacturer: null,
    model: null,
    owner: null,
    military: false,
    ...secrets,
  },
  flight: {
    id: "fl",
    flight: "SK1",
    flightIata: "SK1",
    flightIcao: "SAS1",
    departingAirport: null,
    destinationAirport: null,
    status: null,
    latitude: null,
    longitude: null,
    altitude: null,
    track: null,
    ...secrets,
  },
  ...secrets,
};

function everyKey(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${path}${key}`,
    ...everyKey(inner, `${path}${key}.`),
  ]);
}

test("R-04: what is emitted has every key of the schema and no other, at every depth", () => {
  const emitted: unknown = JSON.parse(enrichedJson(full));
  const allowed = [
    ...Object.keys(EnrichedMessage.shape),
    ...Object.keys(EnrichedMessage.shape.station.shape).map((key) => `station.${key}`),
    ...Object.keys(EnrichedMessage.shape.airframe.unwrap().shape).map((key) => `airframe.${key}`),
    ...Object.keys(EnrichedMessage.shape.flight.unwrap().shape).map((key) => `flight.${key}`),
  ];
  expect(everyKey(emitted).toSorted()).toEqual(allowed.toSorted());
  expect(JSON.stringify(emitted)).not.toContain("canary");
  EnrichedMessage.parse(emitted);
});

test("a signal that is not known has no members", () => {
  const { snr: _, ...unknown } = full;
  const emitted = enrichedJson(unknown);
  expect(JSON.parse(emitted)).not.toHaveProperty("snr");
  EnrichedMessage.parse(JSON.parse(emitted));
});

test("links that aren't known are null, missing members too", () => {
  const { station } = full;
  const text = enrichedJson({ ...testMessage(), station, airframe: null, flight: null });
  expect(EnrichedMessage.parse(JSON.parse(text))).toMatchObject({ airframe: null, flight: null });
});
