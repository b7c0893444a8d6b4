export { ChoresConfig } from "./config.ts";
export { start } from "./service.ts";
