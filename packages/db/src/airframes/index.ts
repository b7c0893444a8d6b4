export { listRecent } from "./airframe-directory.ts";
export { type AirframeName, byId, find, findLatest, list, listFleet } from "./airframes.ts";
export { listTails } from "./airframe-tails.ts";
export {
  importRegister,
  type AirframeOfRegister,
  type AirframesImported,
} from "./import-airframes.ts";
