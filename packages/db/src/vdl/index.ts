export { deleteChannelHours, deleteHandovers, deleteReach } from "./expired.ts";
export { listChannelHours, listHandovers, listReach } from "./read-counts.ts";
export { listHours, tallyHour } from "./tally-hour.ts";
