export {
  deleteCounts,
  deleteFrequencies,
  deleteReceivers,
  deleteSilent,
} from "./expired-sightings.ts";
export { byId, list, read } from "./ground-stations.ts";
export { type Sightings, writeSightings } from "./write-sightings.ts";
