export {
  type ContentReader,
  createContentReader,
  type ReceivedMembers,
} from "./content/read-content.ts";
export { treeOf } from "./content/tree-of.ts";
export {
  type DecodedMessage,
  ignoredReasons,
  type IgnoredReason,
  keepKinds,
  type ParseResult,
  type RejectReason,
} from "./formats/decoded-message.ts";
export { atnContent } from "./formats/atn.ts";
export { type Fields, fieldsOf, headerText, isFields } from "./formats/fields.ts";
export { readObject } from "./formats/index.ts";
