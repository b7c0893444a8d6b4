export { change, list, recipients } from "./health-alerts.ts";
export { addHours, deleteHours, listDays } from "./canary-hours.ts";
export { claimWatch, saveFaults } from "./health-watch.ts";
