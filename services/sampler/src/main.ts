import { runProcess } from "@jetwire/runtime";
import { SamplerConfig } from "./config.ts";
import { start } from "./service.ts";

await runProcess("sampler", SamplerConfig, start);
