import { expect, test } from "vitest";
import { stationState } from "./station-state.ts";

const lastHeardAt = "2026-11-21T12:59:03.000Z";

test.each([
  ["that never sent a message", { online: false, lastHeardAt: null }, undefined, "waiting"],
  ["that is silent", { online: false, lastHeardAt }, { now: 0, usual: 90 }, "offline"],
  ["of which no rate is known", { online: true, lastHeardAt }, undefined, "online"],
  ["in its first days", { online: true, lastHeardAt }, { now: 3, usual: null }, "online"],
  ["with half of its usual rate", { online: true, lastHeardAt }, { now: 45, usual: 90 }, "online"],
  ["with less than that", { online: true, lastHeardAt }, { now: 44, usual: 90 }, "quiet"],
])("a station %s", (_, station, rates, state) => {
  expect(stationState(station, rates)).toBe(state);
});
