import { fork } from "node:child_process";
import { once } from "node:events";

/** Messages that a feed client received in all, and times in ms since the last `begin`. */
export interface FeedFigures {
  readonly received: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A client that receives live messages, in its own process. */
export interface FeedClientProcess extends Disposable {
  readonly pid: number;
  begin(): Promise<FeedFigures>;
  figures(): Promise<FeedFigures>;
}

/** Starts a client, and waits until it is ready. @throws when `signal` aborts before */
export async function startFeedClient(
  program: URL,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<FeedClientProcess> {
  const child = fork(program, argv);
  try {
    await once(child, "message", { signal });
  } catch (error) {
    child.kill();
    throw error;
  }

  async function ask(what: "begin" | "figures"): Promise<FeedFigures> {
    const answer = once(child, "message");
    child.send(what);
    const [figures] = (await answer) as [FeedFigures];
    return figures;
  }

  return {
    pid: child.pid ?? 0,
    begin: () => ask("begin"),
    figures: () => ask("figures"),
    [Symbol.dispose]: () => child.disconnect(),
  };
}
