import { spawn } from "node:child_process";
import { once } from "node:events";
import { isInstalled } from "../checks/is-installed.ts";
import { until } from "../checks/until.ts";

/** The reason why no router can be started; null if one can. */
export const noAcarsRouter: string | null = isInstalled("acars_router")
  ? null
  : "no acars_router on the PATH";

/** The program acars_router of sdr-enthusiasts, as a process. */
export interface AcarsRouter extends AsyncDisposable {
  /** Returns what it has logged. */
  log(): string;
  /** Waits until it listens on so many ports for what decoders send. */
  listening(ports: number): Promise<void>;
}

/** A busy machine may need longer than the five seconds after which the router drops a message. */
const skew = "--skew-window=600";

/**
 * Starts acars_router, which writes its name into messages.
 *
 * @param options as on its command line, by their names without dashes
 */
export async function startAcarsRouter(
  options: Readonly<Record<string, string | number>>,
): Promise<AcarsRouter> {
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn("acars_router", ["--add-proxy-id", skew, ...given], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  let log = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (bytes: Buffer) => (log += bytes.toString()));
  }
  return {
    log: () => log,
    async listening(ports) {
      await until("acars_router to listen", () => {
        if (child.exitCode !== null) throw new Error(`acars_router ended: ${log}`);
        return log.split("Listening on").length > ports;
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
