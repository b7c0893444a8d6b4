import { useRest } from "../data/rest/use-rest.ts";

/** The stations of a filter by their ids. */
export interface StationIds {
  /** Ids, separated by commas; null while idents are looked up, or if none is known. */
  readonly ids: string | null;
  /** Idents that no station has. */
  readonly unknown: readonly string[];
}

const stationsMax = 20;
const freshMs = 300_000;

/** Returns the ids of stations that are named by ids or idents, because the firehose knows only ids. */
export function useStationIds(text: string | undefined): StationIds {
  const names = (text ?? "").split(",").filter((name) => name !== "");
  const idents = names.filter((name) => !/^\d+$/.test(name)).slice(0, stationsMax);
  const { data } = useRest(
    ["station ids", idents],
    async (rest, signal) => {
      const found = new Map<string, string>();
      for (const ident of idents) {
        for await (const { kind, id, title } of rest.lookUp({ q: ident }, { signal })) {
          if (kind === "station" && title.toLowerCase() === ident.toLowerCase()) {
            found.set(ident, id);
          }
        }
      }
      return found;
    },
    { isEnabled: idents.length > 0, staleMs: freshMs },
  );
  if (names.length === 0 || (idents.length > 0 && !data)) return { ids: null, unknown: [] };
  const ids = names.map((name) => data?.get(name) ?? name).filter((name) => /^\d+$/.test(name));
  return {
    ids: ids.length === 0 ? null : ids.join(","),
    unknown: idents.filter((ident) => data?.has(ident) !== true),
  };
}
