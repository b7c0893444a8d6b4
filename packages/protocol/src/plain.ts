/*
 * What needs no schema library: for pages that want names and tables without zod. Types of payloads come
 * from the index by `import type`.
 */
export {
  clientEvent,
  internalError,
  rateLimitExceeded,
  resumeMessagesMax,
  serverEvent,
  serviceUnavailable,
  tokenExpired,
} from "./events/event-names.ts";
export { compileFilter } from "./filters/compile-filter.ts";
export type { KnownCodes } from "./filters/known-codes.ts";
export { airlineOf } from "./message/flight-key.ts";
export { withBestContent } from "./message/best-copy.ts";
export { decodedApplications, selectedApplications } from "./message/applications.ts";
export { isMessageId, messageIdFloor, messageIdTimeMs } from "./message/message-id.ts";
export { isPossibleTime } from "./message/possible-times.ts";
export { positionTimeLabel, positionTimeMs, statedPositionTime } from "./message/position-time.ts";
export { sourceTypes } from "./message/source-types.ts";
export {
  distanceKm,
  middleOf,
  type GeoPoint,
  subsolarPoint,
  sunElevation,
} from "./reference/sun.ts";
export { type LabelMeaning, labelMeanings } from "./reference/label-meanings.ts";
export { type MessageFilterName, sniffFilterOf, sniffMembers } from "./rest/sniff-members.ts";
export { provingDays, provingHours } from "./rest/proving.ts";
