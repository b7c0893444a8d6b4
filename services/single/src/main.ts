import { ChoresConfig, start as startChores } from "@jetwire/chores";
import { FanoutConfig, start as startFanout } from "@jetwire/fanout";
import { GatewayConfig, start as startGateway } from "@jetwire/gateway";
import { IngestConfig, start as startIngest } from "@jetwire/ingest";
import { PersisterConfig, start as startPersister } from "@jetwire/persister";
import { RestConfig, start as startRest } from "@jetwire/rest";
import { createService, runServices } from "@jetwire/runtime";
import { SamplerConfig, start as startSampler } from "@jetwire/sampler";

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
