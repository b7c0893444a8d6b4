import { serverEvent } from "@jetwire/protocol";
import type { ServerCommands } from "./answer-port.ts";
import { type GatewayProcess, startGatewayProcess } from "@jetwire/testbed";
import { startProcess } from "../bench-process.ts";
import type { ConnectPlan } from "../clients/load-process.ts";
import type { RedisScope } from "../redis-scope.ts";
import type { SenderKind } from "../senders/sender.ts";
import type { BenchServers } from "../bench-servers.ts";

/** Handshake of a server's clients, and the beginning of the frames that they count. */
export type Watching = Pick<ConnectPlan, "joining" | "counted" | "idMarker">;

/** A server in the firehose's comparison. */
export interface Contestant {
  readonly name: ContestantName;
  readonly sender: SenderKind;
  readonly watching: Watching;
  start(scope: RedisScope, servers: BenchServers): Promise<ServerProcess>;
}

/** A server that is measured. Disposal kills it. */
type ServerProcess = Pick<GatewayProcess, "pid" | "port"> & AsyncDisposable;

export type ContestantName = "ours" | "compressed" | "stock" | "ws" | "limit";

/** Starts the gateway as in production, but without limits: all clients share one address. */
export async function startGateway(
  scope: RedisScope,
  { databaseUrl }: BenchServers,
): Promise<GatewayProcess> {
  return await startGatewayProcess(
    { ...scope, databaseUrl },
    {
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      JETWIRE_PARENT_WATCH: "1",
      GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000000",
    },
  );
}

const idMarker = '"id":"';
const sniffing: Watching = {
  joining: {
    socketIo: true,
    auth: "",
    ask: '42["messages:sniff"]',
    joinedBy: `42["${serverEvent.sniffStarted}"`,
  },
  counted: `42["${serverEvent.message}"`,
  idMarker,
};
const unasked = { socketIo: false, auth: "", ask: "", joinedBy: "" };

export const ours: Contestant = {
  name: "ours",
  sender: "firehose",
  watching: sniffing,
  start: startGateway,
};

/** The gateway with clients that offer compression, as browsers do. */
const compressed: Contestant = {
  ...ours,
  name: "compressed",
  watching: {
    ...sniffing,
    joining: { ...sniffing.joining, extensions: "permessage-deflate; client_max_window_bits" },
  },
};

export const stock: Contestant = {
  name: "stock",
  sender: "stock-firehose",
  watching: sniffing,
  start: (scope) => startServer(new URL("stock-server.ts", import.meta.url), scope),
};

const bareWs: Contestant = {
  name: "ws",
  sender: "channel-messages",
  watching: { joining: unasked, counted: "{", idMarker },
  start: (scope) => startServer(new URL("ws-server.ts", import.meta.url), scope),
};

const limit: Contestant = {
  name: "limit",
  sender: "channel-ticks",
  watching: { joining: unasked, counted: sniffing.counted, idMarker },
  start: (scope) => startServer(new URL("limit-server.ts", import.meta.url), scope),
};

/** All contestants, in the order of each round. */
export const contestants: readonly Contestant[] = [ours, compressed, stock, bareWs, limit];

/** Returns the handshake of clients that join a room of a stock server by name. */
export function inStockRoom(room: string, counted: string, marker = idMarker): Watching {
  const ask = `42["join",${JSON.stringify(room)}]`;
  return {
    joining: { socketIo: true, auth: "", ask, joinedBy: '42["joined"' },
    counted,
    idMarker: marker,
  };
}

/** Returns the handshake of a gateway's clients that monitor a station. */
export function monitoring(stationId: number): Watching {
  const ask = `42["station:monitor:start",${stationId}]`;
  const joinedBy = `42["${serverEvent.monitorStarted}"`;
  return {
    joining: { socketIo: true, auth: "", ask, joinedBy },
    counted: `42["${serverEvent.monitorData}"`,
    idMarker,
  };
}

async function startServer(file: URL, scope: RedisScope): Promise<ServerProcess> {
  const server = startProcess<ServerCommands>(file, scope);
  try {
    const port = await server.ask("listen", null);
    return { port, pid: server.pid, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}
