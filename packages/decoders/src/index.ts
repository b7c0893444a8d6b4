export {
  type ContentRereader,
  createContentRereader,
  type MessageContent,
} from "./content/read-again.ts";
export {
  type ContentReader,
  contentVersion,
  createContentReader,
  type ReceivedMembers,
} from "./content/read-content.ts";
export { createTextCounts, type TextCounts } from "./content/text/read-text.ts";
export { treeOf } from "./content/tree-of.ts";
export { readAcarsHubRow } from "./formats/acars-hub.ts";
export { cleanIdent } from "./formats/clean-ident.ts";
export {
  type DecodedMessage,
  decoderPrograms,
  ignoredReasons,
  type IgnoredReason,
  keepKinds,
  type ParseResult,
  type RejectReason,
} from "./formats/decoded-message.ts";
export { atnContent } from "./formats/members/atn.ts";
export { fieldsOf, headerText, isFields } from "./formats/fields.ts";
export { readObject } from "./formats/index.ts";
export { type GroundSighting } from "./ground/ground-sighting.ts";
export { type HfdlLogon, readHfdlLogon } from "./ground/hfdl-logon.ts";
export { readHfdlDetails } from "./ground/hfdl-report.ts";
export { groundStationOf } from "./ground/ground-station-of.ts";
export { readSightings } from "./ground/read-sightings.ts";
