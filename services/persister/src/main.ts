import { runProcess } from "@jetwire/runtime";
import { PersisterConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("persister", PersisterConfig, start);
