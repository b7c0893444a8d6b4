import { join } from "node:path";
import { serviceNames } from "@jetwire/protocol";
import type { Ports } from "./ports.ts";
import { entryOf } from "./programs.ts";
import type { Secrets } from "./secrets.ts";

/** The process of all services. */
const singleName = "single";

/**
 * The options of Node for the process of all services, which is for hosts with little memory. Without the bound the space of new
 * objects grows to over 100 MB after some seconds of load, and stays. A smaller bound takes more CPU, and more memory after load too, because
 * objects that are needed for a moment only get among the old ones, which are collected rarely. A process for each service has no bound: there it costs
 * a fifth more CPU at thousands of messages a second. One thread beside the main one collects garbage and compiles, because four
 * take more memory (35 MiB at 25 messages a second) for the same CPU.
 */
export const singleNodeOptions = "--max-semi-space-size=8 --v8-pool-size=1";

/** One replica of a service, or the process of all services. */
export interface ServiceProcess {
  readonly name: string;
  readonly replica: number;
  /** Its bundle, or with `--dev` its source. */
  readonly entry: string;
  readonly healthPort: number;
  /** Whether it is started anew when it is frozen. A developer's process may stand at a breakpoint. */
  readonly isWatched: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** The servers of a service. */
export interface ServiceUrls {
  readonly redisUrl: string;
  readonly databaseUrl: string;
}

/** Settings from which the environment of each service follows. */
export interface Settings {
  readonly root: string;
  readonly ports: Ports;
  /** The number of gateways, or `one-process` for a process of all services. */
  readonly gateways: Gateways;
  /** Addresses of the servers, with the user of a service. */
  readonly urlsOf: (service: string) => ServiceUrls;
  /** The address of the database for the role that takes back-ups; null if none are taken. */
  readonly backupUrl: string | null;
  readonly journalDir: string;
  readonly secrets: Omit<Secrets, "passwords" | "operatorKey">;
  /** The launcher's environment. It overrides defaults, but not ports. */
  readonly env: NodeJS.ProcessEnv;
  /** Everybody can make an account in an instance with simulated feeders. */
  readonly demo: boolean;
  /** Gateways close their connections at once when they stop, because every change restarts them. So does one without others. */
  readonly dev: boolean;
}

/** The number of gateways, each in a process of its own like every service, or one process for all services. */
export type Gateways = number | "one-process";

/** Returns the name of each process, in the order of their health ports. */
export function processNames(gateways: Gateways): readonly string[] {
  if (gateways === "one-process") return [singleName];
  const gatewayRow = Array.from({ length: gateways }, () => "gateway");
  return ["ingest", "persister", "fanout", "sampler", ...gatewayRow, "rest", "chores"];
}

/** Returns every service process of an instance with its environment. */
export function serviceProcesses(settings: Settings): readonly ServiceProcess[] {
  const names = processNames(settings.gateways);
  return names.map((name, index) => {
    const replica = index - names.indexOf(name);
    const healthPort = settings.ports.health + index;
    return {
      name,
      replica,
      healthPort,
      isWatched: !settings.dev,
      entry: entryOf(settings.root, name, settings.dev),
      env: environmentOf(name, { replica, healthPort }, settings),
    };
  });
}

function environmentOf(
  name: string,
  { replica, healthPort }: Pick<ServiceProcess, "replica" | "healthPort">,
  settings: Settings,
): NodeJS.ProcessEnv {
  const services = name === singleName ? serviceNames : [name];
  const variables = (of: (service: string) => NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    Object.assign({}, ...services.map(of));
  return {
    NODE_ENV: "production",
    ...(name === singleName && { NODE_OPTIONS: singleNodeOptions }),
    LOG_LEVEL: "info",
    // The launcher itself kills a process that stands.
    WATCHDOG_SECONDS: "0",
    ...variables((service) => defaultsOf(service, settings)),
    ...settings.env,
    ...variables((service) => portsOf(service, settings.ports)),
    ...variables((service) => serversOf(service, name, settings)),
    SERVICE_REPLICA: String(replica),
    HEALTH_PORT: String(healthPort),
    JETWIRE_PARENT_WATCH: "1",
  };
}

/** Returns the addresses of the servers. In the process of all services, each service has variables of its own. */
function serversOf(service: string, name: string, settings: Settings): NodeJS.ProcessEnv {
  const { redisUrl, databaseUrl } = settings.urlsOf(service);
  const prefix = name === singleName ? `${service.toUpperCase()}__` : "";
  return { [`${prefix}REDIS_URL`]: redisUrl, [`${prefix}DATABASE_URL`]: databaseUrl };
}

/** Returns the variables that the operator may override. */
function defaultsOf(name: string, settings: Settings): NodeJS.ProcessEnv {
  switch (name) {
    case "ingest":
      return {
        INGEST_HOST: "127.0.0.1",
        INGEST_JOURNAL_DIR: settings.journalDir,
        INGEST_ADDRESS_SECRET: settings.secrets.addressSecret,
      };
    case "sampler":
      return { SAMPLER_SECRET: settings.secrets.samplerSecret };
    case "gateway":
      // On loopback all clients share one address. Clients elsewhere have their limits, also behind a proxy on this host.
      return {
        GATEWAY_HOST: "127.0.0.1",
        GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1,::1",
        ...(settings.dev || settings.gateways === "one-process" ? { DRAIN_SECONDS: "0" } : {}),
      };
    case "rest":
      return {
        SIGNING_KEY_SECRET: settings.secrets.signingKeySecret,
        REST_HOST: "127.0.0.1",
        REST_VIEWER_DIR: join(settings.root, "services", "viewer", "dist"),
        REST_DOCS_DIR: join(settings.root, "packages", "docs-site", "dist"),
        REST_WS_URL: `ws://127.0.0.1:${settings.ports.ws}`,
        SIGN_UP: settings.demo ? "open" : "invited",
        INGEST_ADDRESS_SECRET: settings.secrets.addressSecret,
        PUBLIC_URL: publicUrlOf(settings.ports),
        // Decoders may resolve the name to an IPv6 address, which nothing listens on.
        FEED_HOST: "127.0.0.1",
      };
    case "chores":
      return {
        ...(settings.backupUrl === null ? {} : { BACKUP_DATABASE_URL: settings.backupUrl }),
        PUBLIC_URL: publicUrlOf(settings.ports),
        CANARY_INGEST_URL: `http://127.0.0.1:${settings.ports.ingestHttp}/v1/ingest`,
        CANARY_REALTIME_URL: `ws://127.0.0.1:${settings.ports.ws}`,
      };
    default:
      return {};
  }
}

/** Returns the address of the page. It has a name, because browsers refuse passkeys at IP addresses. */
function publicUrlOf({ rest }: Ports): string {
  return `http://localhost:${rest}`;
}

/** Returns the ports, which were checked and are published; only the options change them. */
function portsOf(name: string, ports: Ports): NodeJS.ProcessEnv {
  switch (name) {
    case "ingest":
      return feederPortsOf(ports);
    case "gateway":
      return { GATEWAY_PORT: String(ports.ws), GATEWAY_REUSE_PORT: "1" };
    case "rest":
      return { REST_PORT: String(ports.rest), ...feederPortsOf(ports) };
    default:
      return {};
  }
}

function feederPortsOf(ports: Ports): NodeJS.ProcessEnv {
  return {
    INGEST_HTTP_PORT: String(ports.ingestHttp),
    INGEST_UDP_PORTS: ports.udp.join(","),
    INGEST_TCP_PORTS: ports.tcp.join(","),
  };
}
