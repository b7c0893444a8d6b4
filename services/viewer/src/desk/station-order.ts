import type { ListedStation } from "@jetwire/protocol";

/** Sorts stations: those with a problem first, then by ident. */
export function problemsFirst(stations: readonly ListedStation[]): ListedStation[] {
  return stations.toSorted(
    (a, b) => Number(a.online) - Number(b.online) || a.ident.localeCompare(b.ident),
  );
}
