import type { RestClient } from "@jetwire/client";
import { createRequestPace } from "../data/pace.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { problemsFirst } from "./station-order.ts";

const listMs = 10_000;
const detailsMs = 60_000;

/**
 * The pace of what the desk asks about single stations: at most 120 requests in a minute. A user may send
 * 240, and the desk asks for other things as well.
 */
export const detailsPace = { burst: 20, intervalMs: 600 };

const pace = createRequestPace(detailsPace);

/** Reads the user's stations, problems first: one request for each hundred, every ten seconds. */
export function useOwnStations() {
  return useRest(
    ["own-stations"],
    async (client, signal) =>
      problemsFirst(
        await Array.fromAsync(client.listStations({ mine: "true", limit: "100" }, { signal })),
      ),
    { everyMs: listMs },
  );
}

interface DetailsOptions {
  /** Whether the station is in view: others are not asked about. */
  readonly isEnabled: boolean;
  /** Default: a minute. */
  readonly everyMs?: number;
}

/** Reads something about one station while it is in view, when the pace of the desk allows it. */
export function useStationDetails<Answer>(
  key: readonly unknown[],
  read: (rest: RestClient, signal: AbortSignal) => Promise<Answer>,
  { isEnabled, everyMs = detailsMs }: DetailsOptions,
) {
  return useRest(
    key,
    async (client, signal) => {
      await pace.wait(signal);
      return await read(client, signal);
    },
    { staleMs: everyMs, everyMs, isEnabled },
  );
}
