import { createServer, type ServerResponse } from "node:http";
import { withDeadline } from "./deadline.ts";
import type { Metrics } from "./metrics.ts";
import { type HttpListener, serveHttp } from "./serve-http.ts";

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

/** The readiness of a process. */
export interface Health {
  /** Adds a check that must pass before the process is ready. */
  check(name: string, check: ReadinessCheck): void;
  /**
   * Adds an alarm (`createAlarm` does), which is shown while it is active.
   *
   * @throws when there is one of this name.
   */
  alarm(name: string, alarm: HealthAlarm): void;
  /** Makes the process not ready from now on, because it is stopping. */
  drain(): void;
  readiness(): Promise<Readiness>;
}

const checkDeadlineMs = 2_000;
const closeMsMax = 100;

export function createHealth(): Health {
  const checks = new Map<string, ReadinessCheck>();
  const alarms = new Map<string, HealthAlarm>();
  let draining = false;
  return {
    check(name, check) {
      checks.set(name, check);
    },
    alarm(name, alarm) {
      if (alarms.has(name)) throw new Error(`alarm ${name} exists already`);
      alarms.set(name, alarm);
    },
    drain() {
      draining = true;
    },
    async readiness() {
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

async function resultOf(check: ReadinessCheck): Promise<true | string> {
  try {
    return await withDeadline(Promise.resolve(check()), checkDeadlineMs, "readiness check");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Serves `/livez` (200 while the event loop runs), `/readyz` (200 or 503, with the result of each
 * check and the active alarms) and `/metrics` on a port of its own, which clients do not reach.
 */
export async function serveHealth(
  health: Health,
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<HttpListener> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    void respond(path, response);
  });

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

  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;
  return await serveHttp(server, address, closeMsMax);
}
