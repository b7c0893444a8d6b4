import { runProcess } from "@jetwire/runtime";
import { RestConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("rest", RestConfig, start);
