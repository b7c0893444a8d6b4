export { add, change, type DestinationToStore, list, remove } from "./destinations.ts";
export { ensurePushKeys, type PushKeys, readPublicKey } from "./push-keys.ts";
export { readQuietHours, removeQuietHours, setQuietHours } from "./quiet-hours.ts";
