export {
  add,
  change,
  type DestinationToStore,
  forgetPreviousSecrets,
  list,
  remove,
  replaceSecret,
} from "./destinations.ts";
export { ensurePushKeys, type PushKeys, readPublicKey } from "./push-keys.ts";
export { readQuietHours, removeQuietHours, setQuietHours } from "./quiet-hours.ts";
