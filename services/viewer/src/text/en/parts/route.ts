import { plural } from "../../plural.ts";

/** The route of a flight, its times, and how sure they are. */
export const routeTexts = {
  title: "Route",
  times: "Times",
  unknown: "unknown",
  notReported: "not reported",
  expected: "expected",
  kinds: {
    departure: "Departure",
    destination: "Destination",
    out: "Out",
    off: "Off",
    on: "On",
    in: "In",
    eta: "Expected",
  },
  timeHints: {
    out: "Left the gate",
    off: "Took off",
    on: "Landed",
    in: "Reached the gate",
    eta: "Expected to land",
  },
  reports: (transmissions: number, stations: number) => {
    const received = plural(stations, "station", "stations");
    if (transmissions === 1) return `one report, ${received}`;
    return `confirmed by ${plural(transmissions, "transmission", "transmissions")}, ${received}`;
  },
  contradictedBy: (transmissions: number, stations: number) =>
    `contradicted, ${plural(transmissions, "report", "reports")}, ${plural(stations, "station", "stations")}`,
  contradictions: "Messages contradict each other",
  messages: "Messages",
  expired: "expired",
  allExpired: (text: string) => `${text}; the messages have expired`,
};
