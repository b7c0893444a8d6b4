export { deleteChannelHours, deletePaths, deleteReceptions, deleteReports } from "./expired.ts";
export { type HfPath, type HfPosition, listPositions, writePaths } from "./paths.ts";
export {
  type AnnouncedChannel,
  listAnnounced,
  listReceived,
  listReporting,
  type ReceivedChannel,
  type ReportedChannel,
} from "./active-channels.ts";
export { listHours, tallyChannels } from "./tally-channels.ts";
export { listChannelHours, listPaths } from "./propagation.ts";
export { addReceptions, type HfReception } from "./receptions.ts";
