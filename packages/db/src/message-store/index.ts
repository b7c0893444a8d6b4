export {
  type AirframeToStore,
  type MessageToStore,
  type PartToStore,
  storeBatch,
} from "./store-batch.ts";
export { addsReport, mergedFlight, reportedFlight } from "./reported-flight.ts";
export type { FlightToStore, ReportedPosition } from "./store-flights.ts";
export { addFeedMark, missedSinceMs, storedAt, storedWithinMs } from "./stored-order.ts";
