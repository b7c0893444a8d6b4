import { runProcess } from "@jetwire/runtime";
import { GatewayConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("gateway", GatewayConfig, start);
