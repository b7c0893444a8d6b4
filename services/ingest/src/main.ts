import { runProcess } from "@jetwire/runtime";
import { IngestConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("ingest", IngestConfig, start);
