import { RestConfig, start } from "@jetwire/rest";
import { createHealth, createLogger, createMetrics, readConfig } from "@jetwire/runtime";

/** The REST service as it runs anywhere, telling its port to who started it. */
const config = readConfig(RestConfig, { ...process.env, REST_PORT: "0" });
const { port } = await start(config, {
  log: createLogger("rest", "warn"),
  metrics: createMetrics({ service: "rest" }),
  health: createHealth(),
  fail(error) {
    throw error;
  },
});
process.send?.(port);
