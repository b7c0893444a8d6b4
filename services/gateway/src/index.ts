export { GatewayConfig } from "./config.ts";
export { start } from "./service.ts";
