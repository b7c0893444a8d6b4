import {
  connectRealtime,
  createRestClient,
  type PositionStore,
  type Realtime,
  type RestClient,
  RestError,
} from "@jetwire/client";
import type { EnrichedMessage, FeedGap, Message, StationSummary } from "@jetwire/protocol";
import { every, type Logger, retryUntil } from "@jetwire/runtime";
import type { BridgeConfig } from "../config/bridge-config.ts";
import type { Received } from "../received.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { createStationNames, type StationNames } from "./station-names.ts";

/** Parts of the bridge that a source needs. */
export interface SourceOptions {
  readonly config: BridgeConfig;
  readonly rest: RestClient;
  /** Takes a message; the next one waits for it. */
  readonly handle: (received: Received) => Promise<void>;
  /** Keeps the position; null if nothing waits on disk, so that there is nothing to go on with. */
  readonly store: PositionStore | null;
  readonly log: Logger;
}

export type Source = ReturnType<typeof createSource>;

/** Messages of a watch or the firehose that may wait for the disk; those of a feed wait at the server. */
const pendingMax = 10_000;
const retryMsMax = 30_000;
const saveMs = 1_000;
/** The answers to a request that would be refused again. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** Opens the typed client of a service. */
export function openRest({ url, key }: Pick<BridgeConfig, "url" | "key">): RestClient {
  return createRestClient({ baseUrl: url, apiKey: key });
}

/** Creates the reader of the stream. It goes on by itself after a lost connection. */
export function createSource({ config, rest, handle, store, log }: SourceOptions) {
  const names: StationNames = createStationNames(rest, log);
  const counts = { received: 0, gaps: 0, dropped: 0 };
  const listeners = new Set<() => void>();
  let connection = "connecting";
  let problem: string | null = null;
  let lastAtMs: number | null = null;
  let stations: readonly StationSummary[] = [];
  /** The position in a watch, once everything before it is handled. */
  let handled: string | null = null;

  async function push(message: Message | EnrichedMessage): Promise<void> {
    counts.received++;
    lastAtMs = Date.now();
    await handle({ message, ident: await names.of(message) });
    handled = message.id;
  }

  function missed({ after }: Pick<FeedGap, "after">): void {
    counts.gaps++;
    log.warn({ after }, "messages are missing after this one; GET /v1/messages may have them");
  }

  const queue = createSerialQueue<Message | EnrichedMessage>(push, pendingMax, ({ id }) => {
    if (counts.dropped++ % pendingMax === 0) log.warn({ id }, "messages come too fast: dropped");
  });

  function onSaveFailure(error: unknown): void {
    log.warn({ err: error }, "the position is not saved");
  }

  function follow(url: string): Realtime {
    const { key: apiKey, source } = config;
    if (source !== "feed") return connectRealtime({ url, apiKey, receivesFeed: false });
    const feed = { handle: push, onGap: missed, onFailure: () => "retry" as const };
    return connectRealtime({
      url,
      apiKey,
      feed: { ...feed, ...(store && { store }), onSaveFailure },
    });
  }

  /** Resolves when this program has closed the connection. Rejects if the server ended it. */
  async function endOf(realtime: Realtime): Promise<void> {
    const { cause, reason } = await realtime.ended;
    if (cause !== "closed") throw new Error(`${config.url} ended the stream: ${reason}`);
  }

  /** Begins what the connection is for. Rejects if the server refuses it. */
  async function begin(realtime: Realtime): Promise<unknown> {
    switch (config.source) {
      case "feed":
        realtime.on("feed:authenticated", (account) => {
          ({ stations } = account);
          names.set(stations);
          notify();
        });
        return undefined;
      case "firehose":
        realtime.on("message", (message) => queue.add(message));
        return await realtime.sniff({ filter: config.filter }).started;
      case "watch":
        return await realtime.watch(config.filter, {
          handle: (message) => queue.add(message),
          after: (await store?.load()) ?? undefined,
          onGap: missed,
          onQuiet({ position }) {
            if (queue.isIdle) handled = position;
          },
        }).started;
    }
  }

  /** Saves the position in a watch. The client saves that of a feed. */
  async function save(): Promise<void> {
    const position = handled;
    if (position === null || store === null || config.source !== "watch") return;
    await store.save(position);
    if (handled === position) handled = null;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    /** Reads until the signal aborts. Rejects if the server refuses the key or the filter. */
    async run(signal: AbortSignal): Promise<void> {
      const url = await readAddress(rest, signal, log);
      if (url === null) return;
      if (config.source === "watch") await names.list(signal);
      const realtime = follow(url);
      realtime.onConnection((status) => {
        connection = status.state;
        problem = "reason" in status ? status.reason : null;
        notify();
      });
      const ended = endOf(realtime);
      const aborted = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      const ending = new AbortController();
      const saving = every(saveMs, save, {
        signal: ending.signal,
        log,
        task: "save the position",
        retryMsMax,
      });
      const started = begin(realtime).then(() => ended);
      // What is refused after the end is no failure.
      started.catch(() => {});
      try {
        await Promise.race([started, aborted]);
      } finally {
        await realtime.close();
        ending.abort();
        await saving;
        await save().catch((error: unknown) =>
          log.warn({ err: error }, "the position is not saved"),
        );
      }
    },
    /** Calls a function when the connection or the stations change. */
    onChange(listener: () => void): void {
      listeners.add(listener);
    },
    /** The own stations of a feed. */
    get stations(): readonly StationSummary[] {
      return stations;
    },
    get isConnected(): boolean {
      return connection === "connected";
    },
    get state() {
      return {
        ...counts,
        connection,
        problem,
        lastAt: lastAtMs === null ? null : new Date(lastAtMs).toISOString(),
      };
    },
  };
}

/**
 * Reads the address of the stream, however long the service is unreachable; null if the signal aborts.
 *
 * @throws RestError if the service refuses the key
 */
async function readAddress(
  rest: RestClient,
  signal: AbortSignal,
  log: Logger,
): Promise<string | null> {
  const read = async (): Promise<string | RestError> => {
    try {
      const { realtime } = await rest.readStatus({}, { signal });
      if (realtime !== null) return realtime;
    } catch (error) {
      if (error instanceof RestError && refusals.has(error.status)) return error;
      throw error;
    }
    throw new Error("the service does not name its realtime address");
  };
  const task = "read the address of the stream";
  try {
    const result = await retryUntil(read, { task, signal, log, retryMsMax });
    if (result instanceof RestError) throw result;
    return result;
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  }
}
