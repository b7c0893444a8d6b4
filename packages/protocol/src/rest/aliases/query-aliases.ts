/** The name that programs for airframes.io give a query parameter. */
interface QueryAlias {
  /** Our name of the parameter. */
  readonly of: string;
  /** The values that it may have, with how long before now each of them begins, ms. Any value of ours without them. */
  readonly agesMs?: Readonly<Record<string, number>>;
}

export type QueryAliases = Readonly<Record<string, QueryAlias>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const timeframe: QueryAlias = {
  of: "since",
  agesMs: {
    "last-hour": hourMs,
    "last-6-hours": 6 * hourMs,
    "last-12-hours": 12 * hourMs,
    "last-day": dayMs,
    "last-3-days": 3 * dayMs,
    "last-week": 7 * dayMs,
    "last-month": 30 * dayMs,
    "last-3-months": 90 * dayMs,
  },
};

/** The aliases of the filters of messages. */
export const filterAliases: QueryAliases = {
  labels: { of: "label" },
  exclude_labels: { of: "exclude_label" },
  station_ids: { of: "station" },
  created_at_after: { of: "since" },
  timeframe,
};

/** The aliases of the cursors of messages. */
export const cursorAliases: QueryAliases = { before_id: { of: "before" } };

/** A mistake in one parameter of a query. */
interface Mistake {
  readonly field: string;
  readonly message: string;
}

/** A query whose aliases were replaced. */
export interface ResolvedQuery {
  readonly query: Readonly<Record<string, unknown>>;
  /** The alias that was sent, by our name, so that errors name what the client knows. */
  readonly sentAs: ReadonlyMap<string, string>;
  readonly mistakes: readonly Mistake[];
}

/**
 * Replaces the aliases in a query, as it was sent, by our names. A parameter that is sent under two names, and a value
 * that an alias does not have, are mistakes.
 *
 * @param nowMs the time to which relative times refer, Unix ms
 */
export function resolveAliases(
  sent: Readonly<Record<string, unknown>>,
  aliases: QueryAliases,
  nowMs: number,
): ResolvedQuery {
  const query: [string, unknown][] = [];
  const sentAs = new Map<string, string>();
  const mistakes: Mistake[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined) {
      query.push([name, value]);
      continue;
    }
    const other = Object.hasOwn(sent, alias.of) ? alias.of : sentAs.get(alias.of);
    if (other !== undefined) {
      mistakes.push({ field: name, message: `must not be combined with ${other}: they are one` });
      continue;
    }
    const meant = meantBy(alias, value, nowMs);
    if (meant === null) {
      const values = Object.keys(alias.agesMs ?? {}).join(", ");
      mistakes.push({ field: name, message: `must be one of ${values}` });
      continue;
    }
    query.push([alias.of, meant]);
    sentAs.set(alias.of, name);
  }
  // No assignment: it would lose a parameter named `__proto__`.
  return { query: Object.fromEntries(query), sentAs, mistakes };
}

/** Returns the value for our parameter; null if the alias does not have it. */
function meantBy({ agesMs }: QueryAlias, value: unknown, nowMs: number): unknown {
  if (agesMs === undefined) return value;
  if (typeof value !== "string" || !Object.hasOwn(agesMs, value)) return null;
  return new Date(nowMs - (agesMs[value] ?? 0)).toISOString();
}
