/** The messages of an hour or a day, by source type. */
export interface Period {
  readonly fromMs: number;
  readonly messages: number;
  readonly bySourceType: Readonly<Record<string, number>>;
}

interface Counted {
  readonly from: string;
  readonly messages: number;
  readonly bySourceType: Readonly<Record<string, number>>;
}

interface Range {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

const periodsMax = 400;

/** Returns all periods of a range, the oldest first: those that the server left out have no messages. */
export function fillPeriods(counted: readonly Counted[], range: Range): Period[] {
  const { sinceMs, untilMs, stepMs } = range;
  const known = new Map(counted.map((period) => [Date.parse(period.from), period]));
  const firstMs = Math.floor(sinceMs / stepMs) * stepMs;
  const length = Math.min(periodsMax, Math.max(0, Math.ceil((untilMs - firstMs) / stepMs)));
  return Array.from({ length }, (_, index) => {
    const fromMs = firstMs + index * stepMs;
    const { messages = 0, bySourceType = {} } = known.get(fromMs) ?? {};
    return { fromMs, messages, bySourceType };
  });
}

/** Returns the source types that occur, those with the most messages first. */
export function occurringTypes(periods: readonly Period[]): string[] {
  const totals = new Map<string, number>();
  for (const { bySourceType } of periods) {
    for (const [type, messages] of Object.entries(bySourceType)) {
      totals.set(type, (totals.get(type) ?? 0) + messages);
    }
  }
  return [...totals].toSorted((a, b) => b[1] - a[1]).map(([type]) => type);
}
