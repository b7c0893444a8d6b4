import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { until } from "@jetwire/testbed";
import type { Instance } from "@jetwire/launcher";
import { runStep, startPipeline } from "../pipeline/pipeline.ts";
import type { Step } from "../pipeline/step.ts";
import type { Section } from "../report.ts";
import { countSelected, watchesPerSocket } from "./watched-filter.ts";

export interface WatchesOptions {
  /** Length of each step, s. */
  readonly seconds: number;
  /** Offered messages a second. */
  readonly rate: number;
  /** Connections of clients, with ten watches each. */
  readonly sockets: number;
  /** Different filters among their watches. */
  readonly filters: number;
  readonly portBase: number;
}

const accounts = 10;
const receiveMsMax = 60_000;

/**
 * Measures what a message costs while clients watch narrow filters, beside the same messages without a watch, on the same
 * instance.
 */
export async function runWatches(options: WatchesOptions): Promise<Section[]> {
  const { seconds, rate, sockets, filters } = options;
  const watches = sockets * watchesPerSocket;
  const environment = {
    WATCHES_PER_ACCOUNT_MAX: String(Math.max(1, watches / accounts)),
    GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: String(sockets / accounts + 10),
    GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1",
  };
  await using pipeline = await startPipeline(environment, options);
  let first = 4_500_000;
  const offer = async (): Promise<Step> => {
    const step = await runStep(pipeline, { rate, seconds, first });
    first += rate * seconds;
    return step;
  };
  await offer();
  const none = await offer();
  using clients = await startClients(pipeline.instance, options);
  const watchedFrom = first;
  const watched = await offer();
  const expected = (countSelected(watchedFrom, rate * seconds, filters) * watches) / filters;
  await until(
    "the messages of watches",
    async () => (await clients.received()) >= expected,
    receiveMsMax,
  ).catch(() => {});
  const received = await clients.received();
  const after = [
    ["messages to watches", expected, received],
    ["p99 to the feed, ms", none.feed.p99, watched.feed.p99],
  ] as const;
  const names = [...watched.cpuMicros.keys()];
  return [
    {
      name: "watches",
      heading: `watches: CPU microseconds a message at ${rate}/s, everything on ${cpus().length} cores; ${watches} watches with ${filters} filters on ${sockets} sockets`,
      chart: { parts: names },
      rows: [
        ["", ...names],
        ["no watch", ...names.map((name) => Math.round(none.cpuMicros.get(name) ?? 0))],
        ["watches", ...names.map((name) => Math.round(watched.cpuMicros.get(name) ?? 0))],
      ],
      figures: {
        none: Object.fromEntries(none.cpuMicros),
        watched: Object.fromEntries(watched.cpuMicros),
      },
    },
    {
      name: "watchesReceived",
      heading: "what the watches received, and what a feed beside them did",
      rows: [
        ["", "expected, or no watch", "received, or with watches"],
        ...after.map((row) => [...row]),
      ],
      figures: { expected, received, p99None: none.feed.p99, p99Watched: watched.feed.p99 },
    },
  ];
}

async function startClients(instance: Instance, { sockets, filters }: WatchesOptions) {
  const keys: string[] = [];
  for (let n = 0; n < accounts; n++) {
    await instance.jetwire("accounts", "add", `watcher${n}`);
    const issued = await instance.jetwire("keys", "issue", "--account", `watcher${n}`);
    keys.push((issued as { key: string }).key);
  }
  const perAccount = Math.ceil(sockets / accounts);
  const argv = [instance.ready.ws, String(perAccount), String(filters), ...keys];
  const child = fork(new URL("watch-clients-process.ts", import.meta.url), argv);
  const [ready] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown];
  if (ready !== "ready") throw new Error("the watching clients have ended");
  return {
    async received(): Promise<number> {
      const answer = once(child, "message");
      child.send("received");
      return ((await answer) as [number])[0];
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}
