export { RelayConfig } from "./config/relay-config.ts";
export { type RunningRelay, startRelay } from "./relay.ts";
