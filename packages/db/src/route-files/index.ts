export { airportsOf, listPage, oldestDay, type RouteKey, type RouteRow } from "./route-rows.ts";
export {
  addSnapshot,
  deleteOld,
  newestManifest,
  partBytes,
  readPart,
  storePart,
} from "./stored-files.ts";
