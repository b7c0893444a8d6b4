import { runProcess } from "@jetwire/runtime";
import { FanoutConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("fanout", FanoutConfig, start);
