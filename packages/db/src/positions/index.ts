export { deleteOld, list } from "./airframe-positions.ts";
export { readCoverage } from "./station-coverage.ts";
