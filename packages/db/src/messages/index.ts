export { copiesThatSayMore } from "./content-copies.ts";
export { listLatest, readTotals, readLatest, type LatestMessages } from "./latest-messages.ts";
export { messageColumns } from "./message-columns.ts";
export { count, usualPerHour, usualPerHourOf } from "./message-counts.ts";
export { rawAccessById, rawsById, shownStationsById, storedIds } from "./message-parts.ts";
export { read, readAll, list } from "./messages.ts";
export {
  countLateOwnMessages,
  countOwnMessages,
  type LateMessages,
  listLateOwnMessages,
  listOwnMessages,
  newestOwnMessages,
  oldestOwnMessage,
  retentionStartMs,
  type StationBound,
} from "./own-messages.ts";
export { receptionsByGroup } from "./receptions.ts";
export { listHiddenStations, type MessageViewer } from "./visibility.ts";
