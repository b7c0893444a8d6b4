/** The right of one replica to read a partition for a group. */
export interface Lease {
  readonly partition: number;
  /**
   * The fencing token: greater than that of every earlier owner of the partition. What a reader
   * writes elsewhere carries it, so that a reader which has lost its lease unnoticed is refused.
   */
  readonly token: number;
  /** The lease as it is in Redis: scripts in the partition's hash slot compare it. */
  readonly owner: string;
  /**
   * Whether nobody else can have taken the lease, by this process's clock. It also covers the time
   * for which the process was stopped.
   */
  isValid(): boolean;
  /** Renews the lease; returns whether it is still the same one. */
  confirm(): Promise<boolean>;
  /** Makes the next lease have a greater token than this, because a target has seen it. */
  raise(token: number): void;
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
