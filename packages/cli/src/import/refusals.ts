/** A row that was not imported. */
interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** Refused rows: counts by reason, and the first ones in full. */
export interface Refusals {
  add(line: number, reason: string): void;
  readonly count: number;
  readonly byReason: Readonly<Record<string, number>>;
  readonly first: readonly Refusal[];
}

const namedMax = 20;

export function createRefusals(): Refusals {
  const byReason: Record<string, number> = {};
  const first: Refusal[] = [];
  let count = 0;
  return {
    add(line, reason) {
      count++;
      byReason[reason] = (byReason[reason] ?? 0) + 1;
      if (first.length < namedMax) first.push({ line, reason });
    },
    get count() {
      return count;
    },
    byReason,
    first,
  };
}
