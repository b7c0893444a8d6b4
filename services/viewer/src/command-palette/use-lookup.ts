import { useRest } from "../data/rest/use-rest.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import type { PaletteTarget } from "./palette-target.ts";

const quietMs = 150;
const freshMs = 30_000;
const none: readonly PaletteTarget[] = [];

/** Asks the server what a text may mean, once nothing was typed for a moment. */
export function useLookup(typed: string) {
  const requested = useDebounced(typed, quietMs);
  const { data, isFetching, error } = useRest(
    ["lookup", requested],
    async (rest, signal) => {
      const targets: PaletteTarget[] = [];
      for await (const target of rest.lookUp({ q: requested }, { signal })) targets.push(target);
      return targets;
    },
    { isEnabled: requested !== "", staleMs: freshMs },
  );
  return {
    /** The answer counts if it is about what is typed now. */
    targets: (requested === typed && data) || none,
    isPending: typed !== requested || isFetching,
    error,
  };
}
