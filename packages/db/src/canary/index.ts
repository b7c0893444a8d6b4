export { deleteMessages, isStored, listStations, open } from "./canary.ts";
