export { connectRealtime, type Realtime, type RealtimeOptions } from "./realtime.ts";
export type { Connection } from "./connection.ts";
export { createRestClient, type MessageSearch, type RestClient, type RestOptions } from "./rest.ts";
export { RestError } from "./rest-error.ts";
