export { IngestConfig } from "./config.ts";
export { type IngestService, start } from "./service.ts";
export { createDatagramReassembler } from "./framing/datagram-reassembler.ts";
export { createLines } from "./framing/lines.ts";
export { parseBody } from "./framing/parse-body.ts";
export { createSlices } from "./framing/slices.ts";
export { parseBytes, splitAndParse } from "./framing/split-and-parse.ts";
