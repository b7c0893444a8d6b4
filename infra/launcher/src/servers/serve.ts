import { type Part, Supervised } from "../supervision/supervised.ts";
import type { RunningServer, ServerOptions } from "./running-server.ts";

const tailCharsMax = 4_000;

/**
 * Starts a server and waits until it is ready.
 *
 * @throws with the server's last words when it does not get there.
 */
export async function serve(
  part: Part,
  url: string,
  port: number,
  options: ServerOptions,
): Promise<RunningServer> {
  let tail = "";
  const supervised = new Supervised(part, {
    output: (chunk) => {
      tail = (tail + chunk.toString()).slice(-tailCharsMax);
      options.output?.(chunk);
    },
    restarting: options.log,
    pidChanged: options.pidChanged ?? (() => undefined),
  });
  const giveUp = () => supervised.kill();
  options.signal?.addEventListener("abort", giveUp);
  try {
    await supervised.ready;
  } catch (error) {
    await supervised.stop();
    const words = tail.trim().split("\n").slice(-3).join(" | ");
    throw new Error(`${String(error)}${words === "" ? "" : `; it said: ${words}`}`, {
      cause: error,
    });
  } finally {
    options.signal?.removeEventListener("abort", giveUp);
  }
  return {
    url,
    port,
    get pid() {
      return supervised.pid;
    },
    stop: (timeoutMs) => supervised.stop(timeoutMs),
    kill: () => supervised.kill(),
    [Symbol.asyncDispose]: () => supervised.stop(),
  };
}
