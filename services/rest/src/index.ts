export { RestConfig } from "./config.ts";
export { start } from "./service.ts";
