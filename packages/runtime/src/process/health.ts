import { rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { withDeadline } from "../timing/deadline.ts";
import { createAddressSemaphore } from "../limits/address-limits.ts";
import { limitConnections } from "../limits/limit-connections.ts";
import type { Metrics } from "../metrics/metrics.ts";
import {
  type HttpListener,
  type ListenAddress,
  serveHttp,
  type SocketPath,
} from "../http/serve-http.ts";

/** Returns true, or the reason why the process is not ready. */
export type ReadinessCheck = () => true | string | Promise<true | string>;

/** An alarm as readiness shows it. */
export interface HealthAlarm {
  /** Returns what is wrong, null while the alarm is not active. */
  reason(): string | null;
  /** Whether the process is not ready while the alarm is active. */
  readonly failsReadiness: boolean;
}

/** Checks by name, with the reason why one fails, and the reasons of active alarms by name. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, true | string>>;
  readonly alarms: Readonly<Record<string, string>>;
}

/** The readiness of a process that runs several services, by their names. */
export interface ServicesReadiness {
  readonly ready: boolean;
  readonly services: Readonly<Record<string, Readiness>>;
}

/** The readiness of a service. */
export type Health = ReturnType<typeof createHealth>;

const checkDeadlineMs = 2_000;
const closeMsMax = 100;
/** Connections in total and of one address. Several probes and doctors come from one host. */
const connectionsMax = { total: 500, perAddress: 100 };

export function createHealth() {
  const checks = new Map<string, ReadinessCheck>();
  const alarms = new Map<string, HealthAlarm>();
  let draining = false;
  return {
    /** Adds a check that must pass before the process is ready. */
    check(name: string, check: ReadinessCheck): void {
      checks.set(name, check);
    },
    /**
     * Adds an alarm (`createAlarm` does), which is shown while it is active.
     *
     * @throws when there is one of this name.
     */
    alarm(name: string, alarm: HealthAlarm): void {
      if (alarms.has(name)) throw new Error(`alarm ${name} exists already`);
      alarms.set(name, alarm);
    },
    /** Makes the process not ready from now on, because it is stopping. */
    drain(): void {
      draining = true;
    },
    async readiness(): Promise<Readiness> {
      const results = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await resultOf(check)] as const),
      );
      if (draining) results.push(["draining", "the process is stopping"]);
      const active = [...alarms].filter(([, alarm]) => alarm.reason() !== null);
      return {
        ready:
          results.every(([, result]) => result === true) &&
          !active.some(([, alarm]) => alarm.failsReadiness),
        checks: Object.fromEntries(results),
        alarms: Object.fromEntries(active.map(([name, alarm]) => [name, alarm.reason() ?? ""])),
      };
    },
  };
}

/** Returns the readiness of services, which are ready together. */
export async function readinessOf(
  services: Iterable<readonly [name: string, health: Pick<Health, "readiness">]>,
): Promise<ServicesReadiness> {
  const each = await Promise.all(
    [...services].map(async ([name, health]) => [name, await health.readiness()] as const),
  );
  return { ready: each.every(([, { ready }]) => ready), services: Object.fromEntries(each) };
}

async function resultOf(check: ReadinessCheck): Promise<true | string> {
  try {
    return await withDeadline(Promise.resolve(check()), checkDeadlineMs, "readiness check");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An address at which health is served. */
export interface HealthAddress extends Pick<ListenAddress, "host" | "port"> {
  /** How many ports are tried from `port` on, 1 by default. */
  readonly portsMax?: number;
  /** The path of a Unix socket that serves the same. */
  readonly socket?: string | undefined;
}

/**
 * Serves `/livez` (200 while the event loop runs), `/readyz` (200 or 503, with the result of each
 * check and the active alarms, of each service if there are several) and `/metrics` on a port of its own, which clients do not reach.
 *
 * @throws the error of the system, EADDRINUSE if none of the ports is free.
 */
export async function serveHealth(
  health: { readonly readiness: () => Promise<Readiness | ServicesReadiness> },
  metrics: Metrics,
  address: HealthAddress,
): Promise<HttpListener> {
  async function serve(target: ListenAddress | SocketPath): Promise<HttpListener> {
    const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
      const path = request.url?.split("?", 1)[0];
      void respond(path, response);
    });
    server.headersTimeout = 5_000;
    server.requestTimeout = 10_000;
    const limits = createAddressSemaphore(connectionsMax);
    limitConnections(server, { limits, isShared: () => false, server: "health", metrics });
    return await serveHttp(server, target, closeMsMax);
  }

  async function serveOnFreePort(): Promise<HttpListener> {
    const { host, port, portsMax = 1 } = address;
    for (let tried = 1; ; tried++) {
      try {
        return await serve({ host, port: port + tried - 1 });
      } catch (error) {
        const isUsed = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
        if (!isUsed || tried >= portsMax) throw error;
      }
    }
  }

  async function respond(path: string | undefined, response: ServerResponse): Promise<void> {
    const { status, type, body } = await answer(path);
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
  }

  async function answer(path: string | undefined) {
    const json = "application/json";
    if (path === "/livez") return { status: 200, type: json, body: '{"live":true}\n' };
    if (path === "/readyz") {
      const readiness = await health.readiness();
      return {
        status: readiness.ready ? 200 : 503,
        type: json,
        body: `${JSON.stringify(readiness)}\n`,
      };
    }
    if (path === "/metrics") {
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    }
    return { status: 404, type: json, body: '{"paths":["/livez","/readyz","/metrics"]}\n' };
  }

  await using stack = new AsyncDisposableStack();
  const { port } = stack.use(await serveOnFreePort());
  if (address.socket !== undefined) {
    // A process that was killed leaves its socket.
    await rm(address.socket, { force: true });
    stack.use(await serve({ path: address.socket }));
  }
  const opened = stack.move();
  return { port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
