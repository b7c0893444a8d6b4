import { expect, test } from "vitest";
import { createSeededRandom } from "../random.ts";
import { allAirports } from "../world/airports.ts";
import { simulatedFleet } from "../world/fleet.ts";
import { createItinerary } from "../world/flight.ts";
import { miamReport } from "./miam.ts";

// libacars 2.2 decodes this text to the tree, and finds the checksum right.
test("a MIAM message has the header that libacars reads as its tree", () => {
  const [airframe] = simulatedFleet({ seed: 4, count: 1 });
  if (airframe === undefined) throw new Error("no fleet");
  const itinerary = createItinerary({
    seed: 4,
    airframe,
    homes: allAirports,
    airports: allAirports,
    startMs: 0,
  });
  const report = miamReport(itinerary.stateAt(1_800_000), createSeededRandom(3));
  expect(report.text).toBe(`T-2!<<*S/l"2W0i^op!!,VF6q4JAA*<mm|KPHX,YSSY,0030,FLT,5987F416`);
  expect(report.application?.json).toBe(
    `{"single_transfer":{"miam_core":{"version":1,"pdu_type":0,"data":{"pdu_len":49,` +
      `"aircraft_id":".N311UL","msg_num":104,"ack_required":true,"compression":0,"encoding":0,` +
      `"app_type":1,"acars":{"label":"H1","sublabel":"DF",` +
      `"message":{"text":"KPHX,YSSY,0030,FLT,5987F416"}}}}}}`,
  );
});
