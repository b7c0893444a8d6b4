import { LaunchError } from "./launch-error.ts";

/** Every port of an instance. */
export interface Ports {
  readonly rest: number;
  readonly ws: number;
  readonly ingestHttp: number;
  readonly redis: number;
  readonly postgres: number;
  /** The first of a row, one for each process. */
  readonly health: number;
  readonly udp: readonly number[];
  readonly tcp: readonly number[];
}

/** The ports that decoders are set up for as they come; any of them takes any format. */
const conventionalUdp = [5550, 5552, 5555, 5556, 5557, 5558, 5561, 5571, 5581, 6000];
const conventionalTcp = [5550, 5553, 5555, 5556, 5557, 5558, 5590];

/**
 * The ports of an instance: the usual ones, or a block of its own. `INGEST_UDP_PORTS` and
 * `INGEST_TCP_PORTS` of the environment replace the feeder ports.
 *
 * @throws LaunchError when such a variable is not a list of ports.
 */
export function portsFor(base: number | undefined, env: NodeJS.ProcessEnv): Ports {
  const ports = base === undefined ? usualPorts() : portsFrom(base);
  return {
    ...ports,
    udp: portList("INGEST_UDP_PORTS", env) ?? ports.udp,
    tcp: portList("INGEST_TCP_PORTS", env) ?? ports.tcp,
  };
}

function usualPorts(): Ports {
  return { ...portsFrom(8080), health: 9090, udp: conventionalUdp, tcp: conventionalTcp };
}

function portsFrom(base: number): Ports {
  return {
    rest: base,
    ws: base + 1,
    ingestHttp: base + 2,
    redis: base + 3,
    postgres: base + 4,
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
  throw new LaunchError(`${name} takes ports separated by commas, not "${text}"`);
}
