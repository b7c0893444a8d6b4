/** How far a group is in a partition. */
interface GroupWaiting {
  readonly group: string;
  /** Entries that it has not processed; null if Redis does not know. */
  readonly entries: number | null;
  /** The age of the oldest of them, ms by Redis' clock; 0 if there is none. */
  readonly oldestMs: number;
  /** The replica that reads the partition; null for none. */
  readonly replica: string | null;
}

/** The entries of a partition that groups have not processed. */
export interface PartitionWaiting {
  readonly partition: number;
  readonly length: number;
  readonly groups: readonly (GroupWaiting & {
    readonly pending: number;
    readonly lag: number | null;
  })[];
}
