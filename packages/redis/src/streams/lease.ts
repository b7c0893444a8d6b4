/** The means by which a lease reaches the replica that has taken it. */
export interface LeaseRenewal {
  /** Renews the lease, or ends it because another replica has it. */
  readonly renew: () => Promise<void>;
  /** Tokens that targets have seen, by partition. */
  readonly floors: Map<number, number>;
}

/**
 * The right of one replica to read a partition for a group. It is *valid* from a renewal until a time, *expired* from then
 * to the next renewal, and *lost* for ever once the replica has released it or another one has taken it.
 */
export class Lease {
  readonly partition: number;
  /**
   * The fencing token: greater than that of every earlier owner of the partition. What a reader
   * writes elsewhere carries it, so that a reader which has lost its lease unnoticed is refused.
   */
  readonly token: number;
  /** The lease as it is in Redis: scripts in the partition's hash slot compare it. */
  readonly owner: string;
  readonly #renewal;
  #validUntilMs = 0;
  #isLost = false;

  constructor(
    replica: string,
    { partition, token }: { readonly partition: number; readonly token: number },
    renewal: LeaseRenewal,
  ) {
    this.partition = partition;
    this.token = token;
    this.owner = `${replica} ${token}`;
    this.#renewal = renewal;
  }

  /**
   * Whether nobody else can have taken the lease, by this process's clock. It also covers the time
   * for which the process was stopped.
   */
  isValid(): boolean {
    return !this.#isLost && performance.now() < this.#validUntilMs;
  }

  /** Renews the lease; returns whether it is still the same one. */
  async confirm(): Promise<boolean> {
    if (this.#isLost) return false;
    await this.#renewal.renew();
    return !this.#isLost;
  }

  /** Makes the next lease have a greater token than this, because a target has seen it. */
  raise(token: number): void {
    const { floors } = this.#renewal;
    floors.set(this.partition, Math.max(token, floors.get(this.partition) ?? 0));
  }

  /** Notes a renewal. @param untilMs monotonic, ms */
  extend(untilMs: number): void {
    this.#validUntilMs = untilMs;
  }

  /** Notes that the lease was released, or is another replica's. */
  lose(): void {
    this.#isLost = true;
  }
}

/** This replica has lost the lease of a partition; another one may be reading it. */
export class LeaseLostError extends Error {
  constructor(partition: number) {
    super(`the lease of partition ${partition} is lost: its entries belong to the next owner`);
    this.name = "LeaseLostError";
  }
}

/** A write was refused, because its target has seen a greater token. */
export class StaleTokenError extends Error {
  readonly latest: number;

  constructor(target: string, token: number, latest: number) {
    super(`${target} refused token ${token}: it has seen ${latest} of a later owner`);
    this.name = "StaleTokenError";
    this.latest = latest;
  }
}
