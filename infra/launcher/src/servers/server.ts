import { Supervised, type Supervision } from "../processes/supervised.ts";
import { freePorts } from "./free-ports.ts";

/** Options of a server that this package starts. */
export interface ServerOptions {
  /** Data folder, created when missing. A server of the same folder has the same data. */
  readonly dir: string;
  /** TCP port on loopback; 0 chooses a free one. */
  readonly port: number;
  /** Folder for a socket, at which the server can be reached beside its port; null for none. */
  readonly socketDir?: string | null;
  /** Receives a line about an installation or a restart. */
  readonly log: (line: string) => void;
  /** Receives the server's output. */
  readonly output?: (chunk: Buffer) => void;
  /** Called at every start and end; the pid is null while the server does not run. */
  readonly pidChanged?: (pid: number | null) => void;
  /** Ends the wait for readiness. */
  readonly signal?: AbortSignal;
}

/** A ready server that is kept running: when it ends, it is restarted on the same port. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** Its address by a socket, which costs both sides less than TCP; `url` if it has none. */
  readonly socketUrl: string;
  readonly port: number;
  /** Null while it is being restarted. */
  readonly pid: number | null;
  /** Stops it cleanly; its data remains. */
  stop(timeoutMs?: number): Promise<void>;
  kill(): void;
}

const tailCharsMax = 4_000;

/**
 * Starts a server and waits until it is ready.
 *
 * @throws with the last lines of its output when it does not become ready.
 */
export async function startServer(
  supervision: Supervision,
  { url, socketUrl }: Pick<RunningServer, "url" | "socketUrl">,
  options: ServerOptions,
): Promise<RunningServer> {
  let tail = "";
  const supervised = new Supervised(supervision, {
    output: (chunk) => {
      tail = (tail + chunk.toString()).slice(-tailCharsMax);
      options.output?.(chunk);
    },
    restarting: options.log,
    pidChanged: options.pidChanged ?? (() => undefined),
  });
  const kill = () => supervised.kill();
  options.signal?.addEventListener("abort", kill);
  try {
    await supervised.ready;
  } catch (error) {
    await supervised.stop();
    const lines = tail.trim().split("\n").slice(-3).join(" | ");
    throw new Error(`${String(error)}${lines === "" ? "" : `; its last output: ${lines}`}`, {
      cause: error,
    });
  } finally {
    options.signal?.removeEventListener("abort", kill);
  }
  return {
    url,
    socketUrl,
    port: options.port,
    get pid() {
      return supervised.pid;
    },
    stop: (timeoutMs) => supervised.stop(timeoutMs),
    kill,
    [Symbol.asyncDispose]: () => supervised.stop(),
  };
}

/** Returns `port`, or a free TCP port on loopback when it is 0. */
export async function resolvePort(port: number): Promise<number> {
  if (port !== 0) return port;
  const [free = 0] = await freePorts(1);
  return free;
}
