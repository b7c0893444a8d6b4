export { IngestConfig } from "./config.ts";
export { type IngestService, start } from "./service.ts";
export { splitAndParse } from "./framing/split-and-parse.ts";
export { readObject } from "./formats/index.ts";
