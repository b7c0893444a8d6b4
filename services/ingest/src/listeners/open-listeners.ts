import {
  createAddressSemaphore,
  createSemaphore,
  ephemeralPortsWarning,
  type Logger,
  type Metrics,
} from "@jetwire/runtime";
import { createSlices, listenTcp, listenUdp, onceFree } from "@jetwire/transport";
import type { IngestConfig } from "../config.ts";
import type { Ingest } from "../ingest.ts";
import { listenHttp } from "./http.ts";
import type { HttpTarget } from "./offer-body.ts";

/** The HTTP bodies that are parsed at the same time. */
const parsedAtATime = 2;

/** The ports on which ingest listens. */
export interface ListenerPorts {
  readonly httpPort: number;
  readonly udpPorts: readonly number[];
  readonly tcpPorts: readonly number[];
  /** The port of asf-2.0; null if it is not configured. */
  readonly asf2Port: number | null;
}

/** The connections and bodies that are limited, each on its own. */
export type ListenerLimits = ReturnType<typeof createListenerLimits>;

export function createListenerLimits(
  config: Pick<
    IngestConfig,
    | "INGEST_CONNECTIONS_MAX"
    | "INGEST_CONNECTIONS_PER_ADDRESS_MAX"
    | "INGEST_BODIES_MAX"
    | "INGEST_BODIES_PER_ADDRESS_MAX"
  >,
) {
  const connections = {
    total: config.INGEST_CONNECTIONS_MAX,
    perAddress: config.INGEST_CONNECTIONS_PER_ADDRESS_MAX,
  };
  return {
    tcpConnections: createAddressSemaphore(connections),
    httpConnections: createAddressSemaphore(connections),
    httpBodies: createAddressSemaphore({
      total: config.INGEST_BODIES_MAX,
      perAddress: config.INGEST_BODIES_PER_ADDRESS_MAX,
    }),
  };
}

/** Opens every configured listener. Each accepts every format. */
export async function openListeners(
  config: IngestConfig,
  target: { readonly ingest: Ingest; readonly limits: ListenerLimits } & Pick<
    HttpTarget,
    "relayedNumbers"
  >,
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<Metrics, "httpConnections"> },
): Promise<ListenerPorts & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const address = { host: config.INGEST_HOST, reusePort: config.INGEST_REUSE_PORTS };
  const { ingest, limits, relayedNumbers } = target;
  const slices = createSlices();
  const tcp = { lines: ingest, slices, connections: limits.tcpConnections };
  const http = {
    ingest,
    slices,
    relayedNumbers,
    connections: limits.httpConnections,
    metrics,
    bodies: limits.httpBodies,
    parsing: createSemaphore(parsedAtATime),
  };
  const { INGEST_UDP_PORTS, INGEST_TCP_PORTS, INGEST_HTTP_PORT } = config;
  const configured = [...INGEST_UDP_PORTS, ...INGEST_TCP_PORTS, INGEST_HTTP_PORT];
  const warning = await ephemeralPortsWarning(configured);
  if (warning !== null) log.warn(warning);
  const udpPorts: number[] = [];
  const tcpPorts: number[] = [];
  for (const port of INGEST_UDP_PORTS) {
    const open = () => listenUdp({ ...address, port }, ingest, log);
    udpPorts.push(stack.use(await onceFree(open, log)).port);
  }
  for (const port of INGEST_TCP_PORTS) {
    const open = () => listenTcp({ ...address, port }, tcp);
    tcpPorts.push(stack.use(await onceFree(open, log)).port);
  }
  const openHttp = () => listenHttp(config, http, log);
  const { port: httpPort } = stack.use(await onceFree(openHttp, log));
  const asf2 = await openAsf2(config, { ingest, slices, metrics }, log);
  if (asf2 !== null) stack.use(asf2);
  const asf2Port = asf2?.port ?? null;
  const opened = stack.move();
  return {
    httpPort,
    udpPorts,
    tcpPorts,
    asf2Port,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens asf-2.0, whose libraries are loaded only where it is configured. */
async function openAsf2(
  config: IngestConfig,
  target: Pick<HttpTarget, "ingest" | "slices" | "metrics">,
  log: Logger,
) {
  if (config.INGEST_ASF2_PORT === undefined) return null;
  const { listenAsf2 } = await import("./asf2/listen-asf2.ts");
  return await onceFree(() => listenAsf2(config, target, log), log);
}
