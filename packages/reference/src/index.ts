export { addressCountry } from "./addresses/address-country.ts";
export { type ListedAirport, readAirports } from "./airports/airports.ts";
export { readLabels } from "./labels/labels.ts";
export { aircraftType } from "./types/aircraft-types.ts";
