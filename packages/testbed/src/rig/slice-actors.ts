import { until } from "../checks/until.ts";
import {
  connectToFeed,
  connectToFirehose,
  connectToRooms,
  type ReconnectingClient,
} from "../clients/reconnecting-client.ts";
import { followStream } from "../clients/stream-follower.ts";
import { addFeeder } from "../deployment/add-feeder.ts";
import { jetwire } from "../deployment/jetwire.ts";
import { createPersistentFeeder, type PersistentFeeder } from "../feeding/persistent-feeder.ts";
import type { Fleet } from "./fleet.ts";
import { createExportFollower, createListFollower, type Follower } from "./follower.ts";
import { createTcpFeeder, createUdpFeeder, type LineFeeder } from "./line-feeder.ts";
import { watchQuery } from "./watched-stations.ts";

const ratePerSecond = { http: 15, udp: 8, tcp: 8 };
const firstMsMax = 120_000;

type Way = keyof typeof ratePerSecond;

export interface FeederActor {
  readonly name: string;
  readonly way: Way;
  readonly ingest: string;
  readonly feeder: LineFeeder | PersistentFeeder;
}

export interface ClientActor {
  readonly name: string;
  readonly account: string | null;
  readonly isComplete: boolean;
  readonly client: ReconnectingClient;
}

export interface Actors {
  readonly feeders: readonly FeederActor[];
  readonly clients: readonly ClientActor[];
  readonly followers: readonly Follower[];
  /** Resolves once everything that is acknowledged has been. */
  endFeeding(): Promise<void>;
  endFollowing(): Promise<void>;
}

/** Connects clients, then starts feeders and followers, and waits for the first messages. */
export async function startActors(fleet: Fleet, stack: AsyncDisposableStack): Promise<Actors> {
  const { gatewayUrl, restUrl } = fleet;
  await jetwire(fleet, "tiers", "set", "rig", "--requests-per-minute", "1000000");
  const clients: ClientActor[] = [];
  const feeders: FeederActor[] = [];
  for (const way of Object.keys(ratePerSecond) as Way[]) {
    const account = `owner-${way}`;
    const idents = fleet.ingests.map(({ name }) => [1, 2].map((n) => `${way}-${name}-${n}`));
    const { apiKey, stationIds } = await addFeeder(fleet, account, ...idents.flat());
    const add = (what: string, isComplete: boolean, client: ReconnectingClient) =>
      clients.push({
        name: `${what} of ${account}`,
        account,
        isComplete,
        client: stack.use(client),
      });
    for (const n of [1, 2]) add(`feed ${n}`, true, connectToFeed(gatewayUrl, apiKey));
    add("stream", true, followStream(gatewayUrl, apiKey, "?source=feed"));
    add("watch", true, followStream(gatewayUrl, apiKey, watchQuery(stationIds)));
    add("monitor", false, connectToRooms(gatewayUrl, stationIds));
    for (const [at, ingest] of fleet.ingests.entries()) {
      const stations = idents[at] ?? [];
      feeders.push(feederOf(way, ingest, stations));
    }
  }
  const firehose = stack.use(connectToFirehose(gatewayUrl));
  clients.push({ name: "firehose", account: null, isComplete: false, client: firehose });
  await until("all clients to be connected", () => clients.every(({ client }) => client.connects > 0), firstMsMax); // prettier-ignore
  await jetwire(fleet, "accounts", "add", "follower");
  const issued = await jetwire(fleet, "keys", "issue", "--account", "follower", "--tier", "rig");
  const { key } = issued as { key: string };
  const fromMs = Date.now() - 60_000;
  const followers = [
    createListFollower(restUrl, key, fromMs),
    createExportFollower(restUrl, key, fromMs),
  ];
  const feeding = new AbortController();
  const following = new AbortController();
  stack.defer(() => {
    feeding.abort();
    following.abort();
  });
  const fed = Promise.all(feeders.map(({ feeder }) => feeder.run(feeding.signal)));
  const followed = Promise.all(followers.map((one) => one.run(following.signal)));
  const isFlowing = () => clients.every(({ client }) => client.receipts.keys.size > 0);
  await until("messages at all clients", isFlowing, firstMsMax);
  return {
    feeders,
    clients,
    followers,
    async endFeeding() {
      feeding.abort();
      await fed;
    },
    async endFollowing() {
      following.abort();
      await followed;
    },
  };
}

function feederOf(
  way: Way,
  { name: ingest, httpUrl, tcpPort, udpPort }: Fleet["ingests"][number],
  stations: readonly string[],
): FeederActor {
  const name = `${way}-${ingest}`;
  const rate = ratePerSecond[way];
  const options = { name, stations, ratePerSecond: rate };
  switch (way) {
    case "http":
      return { name, way, ingest, feeder: createPersistentFeeder(httpUrl, stations, rate) };
    case "udp":
      return { name, way, ingest, feeder: createUdpFeeder({ ...options, port: udpPort }) };
    case "tcp":
      return { name, way, ingest, feeder: createTcpFeeder({ ...options, port: tcpPort }) };
  }
}
