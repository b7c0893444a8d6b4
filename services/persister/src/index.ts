export { PersisterConfig } from "./config.ts";
export { start } from "./service.ts";
