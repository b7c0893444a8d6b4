import { serviceNames } from "@jetwire/protocol";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createServiceRoles, migrate, roleUrl } from "@jetwire/db";
import { freePorts, type RunningServer, startPostgres, startRedis } from "@jetwire/launcher";
import { createSeededRandom } from "@jetwire/simulator";
import { startTcpProxy, type TcpProxy } from "../servers/tcp-proxy.ts";
import { withPort } from "../servers/with-port.ts";
import { testSigningKeySecret } from "../tokens/signing-key-secret.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import {
  type FleetProcess,
  type FleetService,
  fleetServices,
  startFleetProcess,
} from "./fleet-process.ts";
import { broadWatches } from "./watched-stations.ts";

/*
 * All services in two replicas, each a process of its own, on one Redis and one Postgres. Between a
 * service and each server, and in front of what feeders and clients connect to, is a proxy that fails
 * on demand.
 */

/** A connection that can be cut, refused, frozen or slowed. */
interface FleetLink {
  /** Names both ends: `fanout-1 to redis`. */
  readonly name: string;
  readonly proxy: TcpProxy;
}

/** The ports of an ingest for feeders. HTTP and TCP pass a proxy. */
interface FleetIngest {
  readonly name: string;
  readonly httpUrl: string;
  readonly tcpPort: number;
  readonly udpPort: number;
}

export interface Fleet extends AsyncDisposable {
  readonly processes: readonly FleetProcess[];
  readonly links: readonly FleetLink[];
  readonly ingests: readonly FleetIngest[];
  /** The address of both gateways. */
  readonly gatewayUrl: string;
  /** The address of both REST services. */
  readonly restUrl: string;
  readonly redis: RunningServer;
  readonly postgres: RunningServer;
  /** Direct addresses, as their owner. */
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly namespace: string;
}

const replicas = 2;
/** Ports of a process: its own, and those of its links to both servers. */
const portsEach = 4 + 2;
/** Links of feeders to each ingest, of clients and of followers. */
const frontLinks = 2 * replicas + 2;
const namespace = "rig";
const host = "127.0.0.1";
const password = "a password of the rig";

/** Limits that would refuse what the feeders and clients of one address send. */
const withoutLimits = {
  INGEST_STATION_RATE_MAX: "1000000",
  INGEST_STATION_BURST_MAX: "1000000",
  INGEST_ADDRESS_RATE_MAX: "1000000",
  INGEST_ADDRESS_BURST_MAX: "1000000",
  INGEST_CONNECTIONS_PER_ADDRESS_MAX: "1000",
  GATEWAY_EXEMPT_ADDRESSES: host,
  GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000",
  ...broadWatches,
  REST_EXEMPT_ADDRESSES: host,
  // No message may be missing from the firehose because of sampling.
  SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
};
const secrets = {
  INGEST_ADDRESS_SECRET: "an address secret of the rig",
  SAMPLER_SECRET: "a sampler secret of the rig",
  SIGNING_KEY_SECRET: testSigningKeySecret,
};

/** Starts servers and services. Data and logs are in `dir`. */
export async function startFleet(dir: string, seed: number): Promise<Fleet> {
  await using stack = new AsyncDisposableStack();
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  const logDir = join(dir, "logs");
  await mkdir(logDir, { recursive: true });
  const names = fleetServices.flatMap((service) =>
    Array.from({ length: replicas }, (_, replica) => ({ service, replica })),
  );
  const low = await freePorts(2 + names.length * portsEach + frontLinks);
  const nextPort = () => low.pop() ?? 0;
  const server = (name: string) => ({ dir: join(dir, name), port: nextPort(), log: ignore });
  const redis = stack.use(await startRedis(server("redis")));
  const postgres = stack.use(await startPostgres(server("postgres")));
  await migrate(postgres.url);
  const passwords = Object.fromEntries(serviceNames.map((service) => [service, password]));
  await createServiceRoles(postgres.url, passwords);
  const links: FleetLink[] = [];
  async function link(name: string, port: number): Promise<number> {
    const proxy = stack.use(await startTcpProxy({ host, port }, nextPort()));
    links.push({ name, proxy });
    return proxy.port;
  }
  async function start(service: FleetService, replica: number, ports: readonly number[]) {
    const [port = 0, healthPort = 0, udpPort = 0, tcpPort = 0] = ports;
    const name = `${service}-${replica}`;
    const redisPort = await link(`${name} to redis`, redis.port);
    const postgresPort = await link(`${name} to postgres`, postgres.port);
    const environment = {
      ...withoutLimits,
      ...secrets,
      REDIS_URL: withPort(redis.url, redisPort),
      DATABASE_URL: withPort(roleUrl(postgres.url, service, password), postgresPort),
      JETWIRE_NAMESPACE: namespace,
      INGEST_JOURNAL_DIR: join(dir, `journal-${replica}`),
      INGEST_HTTP_PORT: String(port),
      INGEST_UDP_PORTS: String(udpPort),
      INGEST_TCP_PORTS: String(tcpPort),
      GATEWAY_PORT: String(port),
      REST_PORT: String(port),
    };
    const listens = ["ingest", "gateway", "rest"].includes(service) ? port : healthPort;
    return await startFleetProcess({ service, replica, environment, healthPort, port: listens, logDir }); // prettier-ignore
  }

  const portsOfAll = names.map(() => Array.from({ length: 4 }, nextPort));
  const portsOf = (at: number) => portsOfAll[at] ?? [];
  const started = await Promise.all(
    names.map(({ service, replica }, at) => start(service, replica, portsOf(at))),
  );
  for (const one of started) stack.use(one);
  const ingests: FleetIngest[] = [];
  const gateways = stack.use(await startBalancer(createSeededRandom(seed, "gateways")));
  const rests = stack.use(await startBalancer(createSeededRandom(seed, "rests")));
  for (const [at, { service, replica }] of names.entries()) {
    const [port = 0, , udpPort = 0, tcpPort = 0] = portsOf(at);
    const name = `${service}-${replica}`;
    if (service === "gateway") gateways.add(port);
    if (service === "rest") rests.add(port);
    if (service !== "ingest") continue;
    const http = await link(`feeders to ${name} by http`, port);
    const tcp = await link(`feeders to ${name} by tcp`, tcpPort);
    ingests.push({ name, httpUrl: `http://${host}:${http}/v1/ingest`, tcpPort: tcp, udpPort });
  }
  const gatewayPort = await linkTo("clients to gateways", gateways);
  const restPort = await linkTo("followers to rest", rests);
  const opened = stack.move();
  return {
    processes: started,
    links,
    ingests,
    gatewayUrl: `ws://${host}:${gatewayPort}`,
    restUrl: `http://${host}:${restPort}`,
    redis,
    postgres,
    redisUrl: redis.url,
    databaseUrl: postgres.url,
    namespace,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };

  function linkTo(name: string, balancer: Balancer): Promise<number> {
    return link(name, balancer.port);
  }
}

/** Restarts of a server are faults, which the rig reports. */
function ignore(): void {}
