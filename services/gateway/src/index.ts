export { GatewayConfig } from "./config.ts";
export { type Gateway, start } from "./service.ts";
