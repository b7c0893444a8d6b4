import { LaunchError } from "./launch-error.ts";

/** Every port of an instance. */
export interface Ports {
  readonly rest: number;
  readonly ws: number;
  readonly ingestHttp: number;
  readonly redis: number;
  readonly postgres: number;
  /** The page's development server. */
  readonly page: number;
  /** The first of a row: one for each process. */
  readonly health: number;
  readonly udp: readonly number[];
  readonly tcp: readonly number[];
}

/** A port that an instance will open, its use, and how the operator can change it. */
export interface RequiredPort {
  readonly port: number;
  readonly protocol: "tcp" | "udp";
  readonly use: string;
  readonly remedy: string;
}

/** The parts of an instance that decide which ports it opens. */
export interface PortUsers {
  readonly servicesCount: number;
  /** It starts a Redis of its own. */
  readonly redis: boolean;
  /** It starts a Postgres of its own. */
  readonly postgres: boolean;
  /** It runs the page's development server. */
  readonly page: boolean;
}

/** Every port of an instance is below its base plus this. */
export const portSpan = 64;

/** The ports to which decoders send by default; each of them accepts every format. */
const conventionalUdp = [5550, 5552, 5555, 5556, 5557, 5558, 5561, 5571, 5581, 6000];
const conventionalTcp = [5550, 5553, 5555, 5556, 5557, 5558, 5590];
const otherBase = "choose other ports with --port-base N";

/**
 * Returns the ports of an instance: the conventional ones, or a block that begins at `base`. The
 * variables `INGEST_UDP_PORTS` and `INGEST_TCP_PORTS` replace the feeder ports.
 *
 * @throws LaunchError when such a variable is not a list of ports.
 */
export function portsFor(base: number | undefined, env: NodeJS.ProcessEnv): Ports {
  const ports = base === undefined ? conventionalPorts() : portsFrom(base);
  return {
    ...ports,
    udp: portList("INGEST_UDP_PORTS", env) ?? ports.udp,
    tcp: portList("INGEST_TCP_PORTS", env) ?? ports.tcp,
  };
}

/** Returns every port that an instance opens. */
export function requiredPorts(ports: Ports, users: PortUsers): RequiredPort[] {
  const tcp = (port: number, use: string, remedy = otherBase): RequiredPort => {
    return { port, protocol: "tcp", use, remedy };
  };
  const feeders = (protocol: "tcp" | "udp") => (port: number) => {
    const remedy = `${otherBase}, or set INGEST_${protocol.toUpperCase()}_PORTS`;
    return { port, protocol, use: "feeders", remedy };
  };
  return [
    tcp(ports.rest, "REST and page"),
    tcp(ports.ws, "Socket.IO"),
    tcp(ports.ingestHttp, "ingest over HTTP"),
    ...(users.redis ? [tcp(ports.redis, "Redis", `${otherBase}, or set REDIS_URL`)] : []),
    ...(users.postgres
      ? [tcp(ports.postgres, "Postgres", `${otherBase}, or set DATABASE_URL`)]
      : []),
    ...(users.page ? [tcp(ports.page, "page in development")] : []),
    ...Array.from({ length: users.servicesCount }, (_, index) =>
      tcp(ports.health + index, "health"),
    ),
    ...ports.tcp.map(feeders("tcp")),
    ...ports.udp.map(feeders("udp")),
  ];
}

function conventionalPorts(): Ports {
  return { ...portsFrom(8080), health: 9090, udp: conventionalUdp, tcp: conventionalTcp };
}

function portsFrom(base: number): Ports {
  return {
    rest: base,
    ws: base + 1,
    ingestHttp: base + 2,
    redis: base + 3,
    postgres: base + 4,
    page: base + 5,
    health: base + 40,
    udp: conventionalUdp.map((_, index) => base + 10 + index),
    tcp: conventionalTcp.map((_, index) => base + 20 + index),
  };
}

function portList(name: string, env: NodeJS.ProcessEnv): readonly number[] | undefined {
  const text = env[name]?.trim();
  if (text === undefined || text === "") return undefined;
  const ports = text.split(",").map((part) => Number(part.trim()));
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports;
  throw new LaunchError(`${name} must be ports separated by commas, not "${text}"`);
}
