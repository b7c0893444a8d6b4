import type { Logger } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { Ingest } from "../ingest.ts";
import { listenHttp } from "./http.ts";
import { createConnectionLimits, listenTcp } from "./tcp.ts";
import { listenUdp } from "./udp.ts";

/** The ports on which ingest listens. */
export interface ListenerPorts {
  readonly httpPort: number;
  readonly udpPorts: readonly number[];
  readonly tcpPorts: readonly number[];
}

/** Opens every configured listener. Each accepts every format. */
export async function openListeners(
  config: IngestConfig,
  ingest: Ingest,
  log: Logger,
): Promise<ListenerPorts & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const host = config.INGEST_HOST;
  const limits = createConnectionLimits(config);
  const udpPorts: number[] = [];
  const tcpPorts: number[] = [];
  for (const port of config.INGEST_UDP_PORTS) {
    udpPorts.push(stack.use(await listenUdp({ host, port }, ingest, log)).port);
  }
  for (const port of config.INGEST_TCP_PORTS) {
    tcpPorts.push(stack.use(await listenTcp({ host, port }, ingest, limits, log)).port);
  }
  const { port: httpPort } = stack.use(await listenHttp(config, ingest, log));
  const opened = stack.move();
  return { httpPort, udpPorts, tcpPorts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
