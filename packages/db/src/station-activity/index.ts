export { feederSilenceMs, type FeederSilence, readFeederSilence } from "./feeder-silence.ts";
export { type LatestReceptions, readLatestReceptions } from "./latest-receptions.ts";
export { type CountedHour, countStationHours, messagesAround } from "./station-gaps.ts";
export { readStationHealth, readStationLatest, type StationHealth } from "./station-latest.ts";
export { readOfflineSince } from "./station-online.ts";
export { messagesOfLastHour, readStationSamples } from "./station-rates.ts";
export {
  read,
  setState,
  setBackSince,
  updateReceptionUptime,
  type StationActivityRow,
} from "./station-states.ts";
