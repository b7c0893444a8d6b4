import { createWriteStream } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { Supervised } from "@jetwire/launcher";
import { pause } from "@jetwire/runtime";
import { programOf } from "../deployment/program-of.ts";

/** The services of a fleet, in the order in which they are stopped. */
export const fleetServices = [
  "ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores",
] as const; // prettier-ignore
export type FleetService = (typeof fleetServices)[number];

/** A stretch of time, Unix ms. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A service in a process of its own, which is restarted whenever it ends. */
export interface FleetProcess extends AsyncDisposable {
  /** Names the service and the replica: `ingest-0`. */
  readonly name: string;
  readonly service: FleetService;
  /** Null while it does not run. */
  readonly pid: number | null;
  /** Returns when it did not run, or did not accept connections yet; one that lasts ends now. */
  outages(): readonly Span[];
  /** The way it ended, each time, for example `SIGKILL` or `exit code 1`. */
  readonly endings: readonly string[];
  isReady(): Promise<boolean>;
}

export interface FleetProcessOptions {
  readonly service: FleetService;
  readonly replica: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthPort: number;
  /** The port by which to notice that it accepts connections. */
  readonly port: number;
  readonly logDir: string;
}

const readyMsMax = 240_000;
const probeMsMax = 2_000;
const probeEveryMs = 100;

/** Starts a service. Resolves when it is ready. */
export async function startFleetProcess(options: FleetProcessOptions): Promise<FleetProcess> {
  const { service, replica, environment, healthPort, port, logDir } = options;
  const name = `${service}-${replica}`;
  const file = createWriteStream(join(logDir, `${name}.log`), { flags: "a" });
  const outages: { fromMs: number; toMs: number | null }[] = [];
  const endings: string[] = [];
  const isReady = () => answers(`http://127.0.0.1:${healthPort}/readyz`);
  const env = {
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    JETWIRE_PARENT_WATCH: "1",
    SERVICE_REPLICA: String(replica),
    HEALTH_PORT: String(healthPort),
    ...environment,
  };
  const program = { file: process.execPath, args: [programOf(service)], env, stopSignal: "SIGTERM", ipc: true } as const; // prettier-ignore

  function pidChanged(pid: number | null): void {
    const last = outages.at(-1);
    if (pid === null) {
      if (last === undefined || last.toMs !== null) {
        outages.push({ fromMs: Date.now(), toMs: null });
      }
    } else if (last !== undefined && last.toMs === null) {
      void untilListening(pid, last);
    }
  }
  async function untilListening(pid: number, outage: { toMs: number | null }): Promise<void> {
    while (supervised.pid === pid && !(await accepts(port))) await pause(probeEveryMs);
    if (supervised.pid === pid) outage.toMs = Date.now();
  }
  const supervised = new Supervised(
    { name, readyMsMax, program: () => program, isReady },
    {
      output: (chunk) => file.write(chunk),
      restarting: (line) => endings.push(/\((.*)\)/.exec(line)?.[1] ?? line),
      pidChanged,
    },
  );
  await supervised.ready;
  return {
    name,
    service,
    get pid() {
      return supervised.pid;
    },
    outages: () => outages.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? Date.now() })),
    endings,
    isReady,
    async [Symbol.asyncDispose]() {
      await supervised.stop();
      file.end();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeMsMax) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(probeMsMax, () => end(false));
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
