import { expect, test } from "vitest";
import { someMessage } from "../test/messages.ts";
import {
  aboutText,
  clockTime,
  frequencyText,
  fullTime,
  isSimulated,
  newMessagesText,
  positionText,
  shortPosition,
  sourceBadge,
} from "./format.ts";

test("times are UTC and are labelled as such", () => {
  expect(clockTime("2026-11-21T12:59:03.250Z")).toBe("12:59:03Z");
  expect(fullTime("2026-11-21T12:59:03.250Z")).toBe("2026-11-21 12:59:03.250 UTC");
});

test.for([
  [131.55, "131.550"],
  [136.975, "136.975"],
  [1545.0175, "1545.0175"],
  [11.384, "11.384"],
  [1626.270833, "1626.2708"],
  [8927, "8927.000"],
] as const)("%d MHz is %s", ([mhz, text]) => {
  expect(frequencyText(mhz)).toBe(text);
});

test("positions name their hemispheres", () => {
  expect(positionText(-37.61881, 122.37541)).toBe("37.6188° S 122.3754° E");
  expect(shortPosition({ latitude: 37.6188, longitude: -122.3754, altitude: 37025 })).toBe(
    "37.62 N 122.38 W 37,025 ft",
  );
  expect(shortPosition({ latitude: 0, longitude: 0, altitude: null })).toBe("0.00 N 0.00 E");
  expect(shortPosition({ latitude: null, longitude: 5, altitude: 1 })).toBeNull();
});

test("airframe and flight are summarized in one line", () => {
  expect(aboutText(someMessage())).toBe("");
  const airframe = {
    id: "a",
    icao: null,
    tail: null,
    type: "B738",
    manufacturer: "Boeing",
    model: null,
    owner: "",
    military: null,
  };
  expect(aboutText(someMessage({ airframe }))).toBe("Boeing B738");
  const flight = {
    id: "f",
    flight: "UA0123",
    flightIata: null,
    flightIcao: null,
    departingAirport: "KSFO",
    destinationAirport: "KLAX",
    status: null,
    latitude: null,
    longitude: null,
    altitude: null,
    track: null,
  };
  expect(aboutText(someMessage({ flight, flightNumber: "UA0123" }))).toBe("KSFO to KLAX");
  expect(aboutText(someMessage({ flight, flightNumber: null }))).toBe("UA0123 · KSFO to KLAX");
});

test("counts, badges and simulated stations", () => {
  expect(newMessagesText(1)).toBe("1 new message");
  expect(newMessagesText(1_234)).toBe("1,234 new messages");
  expect(sourceBadge("aero-acars")).toBe("SATCOM");
  expect(sourceBadge("something-new")).toBe("SOMETHIN");
  expect(isSimulated("SIM-EGLL2")).toBe(true);
  expect(isSimulated("AB-SIM-1")).toBe(false);
});
