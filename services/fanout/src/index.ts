export { FanoutConfig } from "./config.ts";
export { start } from "./service.ts";
