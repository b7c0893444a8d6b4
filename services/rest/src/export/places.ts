/** Exports that an account has under way. */
export interface ExportPlaces {
  readonly max: number;
  /** A place, by the function that gives it back, once; null when the account has none left. */
  take(accountId: string): (() => void) | null;
}

/** Two at a time for each account, in this process. */
export function createExportPlaces(max = 2): ExportPlaces {
  const taken = new Map<string, number>();
  return {
    max,
    take(accountId) {
      const own = taken.get(accountId) ?? 0;
      if (own >= max) return null;
      taken.set(accountId, own + 1);
      return () => {
        const rest = (taken.get(accountId) ?? 1) - 1;
        if (rest > 0) taken.set(accountId, rest);
        else taken.delete(accountId);
      };
    },
  };
}
