import { join } from "node:path";
import { servePage } from "@jetwire/relay";
import { createLogger, createTaskGroup, type Logger } from "@jetwire/runtime";
import type { BridgeConfig } from "./config/bridge-config.ts";
import type { Received } from "./received.ts";
import { createPositionFile } from "./source/position-file.ts";
import { createSource, openRest } from "./source/source.ts";
import { pageOf } from "./status/page.ts";
import { createStatus } from "./status/status.ts";

/** A bridge that runs. Its disposal stops reading first, and then sends what waits for three seconds. */
export interface RunningBridge extends AsyncDisposable {
  readonly ports: {
    readonly page: number;
    readonly sbs: number | null;
    readonly aircraft: number | null;
  };
}

/**
 * Starts a bridge: the outputs that are switched on, and then the stream. What is not switched on is not loaded.
 *
 * @param fail receives an error after which it cannot go on
 */
export async function startBridge(
  config: BridgeConfig,
  fail: (error: unknown) => void,
  log: Logger = createLogger("bridge", config.logLevel),
): Promise<RunningBridge> {
  await using stack = new AsyncDisposableStack();
  const rest = openRest(config);
  const mqtt = config.mqtt ? await openMqtt(config.mqtt, config.mqttPrefix, log) : null;
  const deliveries = mqtt || config.lines.length > 0 ? stack.use(await openDeliveries()) : null;
  const aircraft = config.sbs || config.aircraft ? stack.use(await openAircraft()) : null;
  const homeAssistant = mqtt && config.homeAssistant ? await openHomeAssistant() : null;

  async function handle(received: Received): Promise<void> {
    aircraft?.add(received);
    homeAssistant?.add(received);
    await deliveries?.add(received);
  }

  const path = join(config.directory, "position.json");
  const stream = `${config.source} ${config.url} ${JSON.stringify(config.filter)}`;
  const file = createPositionFile(path, stream, log);
  const store = deliveries && {
    load: () => file.load(),
    async save(id: string) {
      await deliveries.synced();
      await file.save(id);
    },
  };
  const source = createSource({ config, rest, handle, store, log });
  source.onChange(() => homeAssistant?.update(source.stations, source.isConnected));
  const status = createStatus({ config, source, deliveries, aircraft });
  const page = stack.use(await servePage(config.page, status, pageOf));
  const tasks = stack.use(createTaskGroup(fail));
  if (homeAssistant) tasks.run((signal) => homeAssistant.run(signal));
  tasks.run((signal) => source.run(signal));
  const ports = { page: page.port, sbs: null, aircraft: null, ...aircraft?.ports };
  log.info(
    { ports, source: config.source, outputs: status().outputs.map(({ to }) => to) },
    "started",
  );
  const opened = stack.move();
  return { ports, [Symbol.asyncDispose]: () => opened.disposeAsync() };

  async function openDeliveries() {
    const module = await import("./deliveries/deliveries.ts");
    return await module.openDeliveries(config, mqtt, { fail, log });
  }

  async function openAircraft() {
    const module = await import("./aircraft/aircraft.ts");
    return await module.openAircraft(config, rest, log);
  }

  async function openHomeAssistant() {
    const { createHomeAssistant } = await import("./mqtt/home-assistant.ts");
    const { homeAssistant: discovery = "", mqttPrefix: prefix, url } = config;
    return mqtt && createHomeAssistant(mqtt, { discovery, prefix, url });
  }
}

async function openMqtt(url: URL, prefix: string, log: Logger) {
  const { openPublisher } = await import("./mqtt/publisher.ts");
  return openPublisher(url, prefix, log);
}
