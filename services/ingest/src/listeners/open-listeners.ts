import type { Socket } from "node:net";
import type { Logger } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import { createDatagramReassembler } from "../framing/datagram-reassembler.ts";
import type { Ingest } from "../ingest.ts";
import { listenHttp } from "./http.ts";
import { listenTcp } from "./tcp.ts";
import { listenUdp } from "./udp.ts";

/** The ports that an ingest process got. */
export interface ListenerPorts {
  readonly httpPort: number;
  readonly udpPorts: readonly number[];
  readonly tcpPorts: readonly number[];
}

/** Opens every listener of the configuration; any of them takes any format. */
export async function openListeners(
  config: IngestConfig,
  ingest: Ingest,
  log: Logger,
): Promise<ListenerPorts & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const host = config.INGEST_HOST;
  const udpPorts: number[] = [];
  for (const port of config.INGEST_UDP_PORTS) {
    udpPorts.push(
      stack.use(await listenUdp({ host, port }, createDatagramReassembler(), ingest, log)).port,
    );
  }
  const connections = { all: new Set<Socket>(), byAddress: new Map<string, number>() };
  const limits = {
    connectionsMax: config.INGEST_CONNECTIONS_MAX,
    connectionsPerAddressMax: config.INGEST_CONNECTIONS_PER_ADDRESS_MAX,
  };
  const tcpPorts: number[] = [];
  for (const port of config.INGEST_TCP_PORTS) {
    tcpPorts.push(
      stack.use(await listenTcp({ host, port }, ingest, connections, limits, log)).port,
    );
  }
  const { port: httpPort } = stack.use(
    await listenHttp(
      { host, port: config.INGEST_HTTP_PORT, trustedProxies: config.INGEST_TRUSTED_PROXIES },
      ingest,
      log,
    ),
  );
  const opened = stack.move();
  return { httpPort, udpPorts, tcpPorts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
