export * from "./decoder-objects.ts";
export * from "./trees.ts";
export { decodedFrom, receivedFrom, statusOf } from "./parsed-objects.ts";
export { receptionsOf, type Transmission } from "./receptions-of.ts";
export { treeObjects } from "./tree-samples.ts";
export * from "./ground-objects.ts";
export { knownTexts } from "./known-texts.ts";
export { arinc622Text, packed } from "./arinc622-texts.ts";
export { payloadTexts } from "./payload-texts.ts";
