export { IngestConfig } from "./config.ts";
export { type IngestService, start } from "./service.ts";
