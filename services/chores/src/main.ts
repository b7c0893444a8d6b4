import { runProcess } from "@jetwire/runtime";
import { ChoresConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("chores", ChoresConfig, start);
