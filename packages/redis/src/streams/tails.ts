import { clusterOf, type RedisClient } from "../connection/redis-client.ts";
import type { GroupOptions } from "./group-options.ts";
import { StreamTail } from "./stream-tail.ts";

type TailsOptions = Pick<GroupOptions, "opener" | "keys" | "entriesMax" | "withDetails" | "tickMs">;

const readAtOnce = () => 0;

/** A tail that runs. */
interface RunningTail {
  readonly tail: StreamTail;
  readonly ended: Promise<void>;
}

/**
 * The tails of a replica: one for all partitions of a single server. In a Cluster each partition has its own, because one
 * command reads keys of one hash slot only. They are opened when they are first needed, and end with disposal.
 */
export class Tails implements AsyncDisposable {
  readonly #options: TailsOptions;
  readonly #isCluster: boolean;
  readonly #tails = new Map<number, RunningTail>();
  readonly #stop = new AbortController();

  constructor(options: TailsOptions, redis: RedisClient) {
    this.#options = options;
    this.#isCluster = clusterOf(redis) !== null;
  }

  /** Returns the tail that reads a partition. */
  of(partition: number): StreamTail {
    const name = this.#isCluster ? partition : 0;
    const running = this.#tails.get(name) ?? this.#begin();
    this.#tails.set(name, running);
    return running.tail;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#tails.values()].map(({ ended }) => ended));
  }

  #begin(): RunningTail {
    const { opener, keys, entriesMax, withDetails = false, tickMs = readAtOnce } = this.#options;
    const open = () => opener.open("blocking");
    const options = { open, keys, entriesMax, withDetails, tickMs };
    const tail = new StreamTail(options, this.#stop.signal);
    return { tail, ended: tail.run() };
  }
}
