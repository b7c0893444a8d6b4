export {
  countFlights,
  type FactsRebuilt,
  type FlightChange,
  makeDue,
  rebuild,
} from "./flight-changes.ts";
export { flyingAt, listOfAirport, read } from "./flight-facts.ts";
export { learn, listUsual } from "./usual-routes.ts";
