export { SamplerConfig } from "./config.ts";
export { start } from "./service.ts";
