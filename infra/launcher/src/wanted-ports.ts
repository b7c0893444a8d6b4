import type { Ports } from "./ports.ts";
import type { WantedPort } from "./taken-ports.ts";

/** Which of the servers are ours to start. */
export interface OwnServers {
  readonly redis: boolean;
  readonly postgres: boolean;
}

const anotherBase = "choose others with --port-base N";

/** Every port that an instance with this many service processes opens. */
export function wantedPorts(ports: Ports, processes: number, own: OwnServers): WantedPort[] {
  const tcp = (port: number, use: string, remedy = anotherBase): WantedPort => {
    return { port, protocol: "tcp", use, remedy };
  };
  return [
    tcp(ports.rest, "REST and viewer"),
    tcp(ports.ws, "Socket.IO"),
    tcp(ports.ingestHttp, "ingest over HTTP"),
    ...(own.redis ? [tcp(ports.redis, "Redis", `${anotherBase} or set REDIS_URL`)] : []),
    ...(own.postgres
      ? [tcp(ports.postgres, "Postgres", `${anotherBase} or set DATABASE_URL`)]
      : []),
    ...Array.from({ length: processes }, (_, index) => tcp(ports.health + index, "health")),
    ...ports.tcp.map((port) => tcp(port, "feeders", `${anotherBase} or set INGEST_TCP_PORTS`)),
    ...ports.udp.map((port): WantedPort => {
      const remedy = `${anotherBase} or set INGEST_UDP_PORTS`;
      return { port, protocol: "udp", use: "feeders", remedy };
    }),
  ];
}
