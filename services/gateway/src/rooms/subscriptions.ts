import { clientEvent } from "@jetwire/protocol";
import { type Channels, type Quota, type Stores } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import { type OnEvent, refused } from "../connection/client-events.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { createFilterCodes } from "../firehose/filter-codes.ts";
import { Firehose } from "../firehose/firehose.ts";
import { Sniffing, type SniffClient } from "../firehose/sniff.ts";
import { createSniffStats } from "../firehose/sniff-stats.ts";
import { connectionOf } from "../connection/engine-connection.ts";
import { accountIdsOf, hasValidCredential } from "../handshake/credentials.ts";
import { createSubscribeLimit } from "../limits/event-limit.ts";
import type { Query } from "../query.ts";
import { offerMonitor } from "./monitor.ts";
import { createMonitoredStations } from "./monitored-stations.ts";
import { createStationDirectory } from "./stations.ts";

/** Offers sockets what they can subscribe to: the firehose and single stations. */
export type SocketSubscriptions = ReturnType<typeof openSubscriptions>;

export interface SubscriptionsOptions {
  readonly stores: Pick<Stores, "keys" | "firehose" | "stationOwners" | "airlineCodes">;
  readonly channels: Channels;
  /** Counts connections that receive the firehose, for all replicas. */
  readonly quota: Quota;
  readonly query: Query;
  /** Lets clients without credentials subscribe. */
  readonly isPublic: boolean;
}

export function openSubscriptions(options: SubscriptionsOptions, log: Logger, registry: Metrics) {
  const { stores, channels, quota, query, isPublic } = options;
  const limit = createSubscribeLimit(() => performance.now());
  const stations = createStationDirectory(query, stores.stationOwners);
  const monitored = createMonitoredStations(stations, log);
  const stats = createSniffStats(stores.firehose, log, () => performance.now());
  const firehose = new Firehose({ store: stores.firehose, channels, quota, log }, registry);
  const codes = createFilterCodes(() => stores.airlineCodes.read(), query);
  const sniffing = new Sniffing({ limit, firehose, stats, stations, codes });

  return {
    /** Registers the handlers of a socket's subscription events. */
    offer(socket: GatewaySocket, on: OnEvent): void {
      const isOpen = isPublic || hasValidCredential(socket.data.credentials);
      const gated: OnEvent = isOpen
        ? on
        : (name) => on(name, async () => refused("Not authenticated"));
      const client = sniffClientOf(socket);
      gated(clientEvent.sniff, (payload) => sniffing.start(client, payload));
      gated(clientEvent.sniffStop, async () => sniffing.stop(client));
      socket.once("disconnect", () => sniffing.leave(client.connection));
      offerMonitor(socket, gated, { limit, stations, monitored, channels, keys: stores.keys });
    },
    /** The firehose, for clients without a socket too. */
    sniffing,
    codes,
    stations,
    /** Counts subscriptions of connections, of all kinds. */
    limit,
    /** Returns how many ticks of the firehose connections have skipped so far. */
    skippedTicks: (): number => firehose.skippedTicks(),
    async run(signal: AbortSignal): Promise<void> {
      await Promise.all([stats.run(signal), firehose.run(signal), monitored.run(signal)]);
    },
  };
}

function sniffClientOf(socket: GatewaySocket): SniffClient {
  const { browserId, credentials, network } = socket.data;
  const [accountId] = accountIdsOf(credentials);
  return {
    connection: connectionOf(socket),
    browserId,
    owner: { id: accountId ?? network, isAnonymous: accountId === undefined },
    get connected() {
      return socket.connected;
    },
    emit: (event, payload) => void socket.emit(event, ...([payload] as never)),
  };
}
