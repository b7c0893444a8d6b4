export { addressCountry } from "./addresses/address-country.ts";
export { type ListedAirport, readAirports } from "./airports/airports.ts";
export { aircraftType } from "./types/aircraft-types.ts";
