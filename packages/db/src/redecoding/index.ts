export { countSelected, listKept, type KeptRow, type Selection } from "./kept-messages.ts";
export { endRun, readRun, type RedecodingRun } from "./runs.ts";
export { type ChangedContent, writeContents } from "./write-contents.ts";
