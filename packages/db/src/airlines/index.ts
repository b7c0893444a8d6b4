export type { ListedAirline } from "./airline-seed.ts";
export { find, list, loadCodes, namesOf } from "./airlines.ts";
export { importList } from "./import-airlines.ts";
