import { RestConfig, start } from "@jetwire/rest";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  readConfig,
} from "@jetwire/runtime";

/** Starts the REST service and sends its port to the parent process. */
const config = readConfig(RestConfig, { ...process.env, REST_PORT: "0" });
const { port } = await start(config, {
  identity: createProcessIdentity("rest"),
  log: createLogger("rest", "warn"),
  metrics: createMetrics({ service: "rest" }),
  health: createHealth(),
  fail(error) {
    throw error;
  },
});
process.send?.(port);
