import { fork } from "node:child_process";
import { once } from "node:events";

/** Messages that a feed client received in all, and times in ms since the last `begin`. */
export interface FeedFigures {
  readonly received: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A client of a feeder account, in its own process. */
export interface FeedClientProcess extends Disposable {
  readonly pid: number;
  begin(): Promise<FeedFigures>;
  figures(): Promise<FeedFigures>;
}

export async function startFeedClient(url: string, apiKey: string): Promise<FeedClientProcess> {
  const child = fork(new URL("feed-client-process.ts", import.meta.url), [url, apiKey]);
  await once(child, "message");

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
