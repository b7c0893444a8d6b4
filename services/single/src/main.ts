import { setFlagsFromString } from "node:v8";
import { ChoresConfig, start as startChores } from "@jetwire/chores";
import { FanoutConfig, start as startFanout } from "@jetwire/fanout";
import { GatewayConfig, start as startGateway } from "@jetwire/gateway";
import { IngestConfig, start as startIngest } from "@jetwire/ingest";
import { PersisterConfig, start as startPersister } from "@jetwire/persister";
import { RestConfig, start as startRest } from "@jetwire/rest";
import { createService, runServices } from "@jetwire/runtime";
import { SamplerConfig, start as startSampler } from "@jetwire/sampler";

/*
 * The heap may grow by half from one collection of all garbage to the next. By default V8 lets it grow more while garbage comes fast, and
 * the process keeps that memory. `NODE_OPTIONS` does not take this option.
 */
setFlagsFromString("--heap-growing-percent=50");

// Ingest ends first, so that the others can finish its messages.
await runServices("single", [
  [createService("ingest", IngestConfig, startIngest)],
  [
    createService("persister", PersisterConfig, startPersister),
    createService("fanout", FanoutConfig, startFanout),
    createService("sampler", SamplerConfig, startSampler),
    createService("gateway", GatewayConfig, startGateway),
    createService("rest", RestConfig, startRest),
    createService("chores", ChoresConfig, startChores),
  ],
]);
