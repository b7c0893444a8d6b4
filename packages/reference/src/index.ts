export { addressCountry } from "./addresses/address-country.ts";
export { addressOfNNumber, nNumberOfAddress } from "./addresses/n-numbers.ts";
export { type ListedAirport, readAirports } from "./airports/airports.ts";
export { isNearRoute, type Position } from "./routes/near-route.ts";
export { type KnownRoute, PlaneSet, tar1090Airport, tar1090Route } from "./routes/tar1090-form.ts";
export { surestFirst } from "./routes/usual-share.ts";
export { aircraftType } from "./types/aircraft-types.ts";
