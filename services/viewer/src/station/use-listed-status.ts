import type { StationStatus } from "@jetwire/protocol";
import type { RefObject } from "react";
import { createPace } from "../data/pace.ts";
import { useRest } from "../data/use-rest.ts";
import { useInView } from "../look/use-in-view.ts";

const freshMs = 300_000;
/** An address may send 60 requests a minute. */
const pace = createPace({ burst: 12, intervalMs: 2_000 });

/** Reads the status of a station of a list while its row is in view, when the pace allows it. */
export function useListedStatus(
  id: number,
  row: RefObject<Element | null>,
): StationStatus | undefined {
  const isEnabled = useInView(row);
  const { data } = useRest(
    ["station-status", id],
    async (rest, signal) => {
      await pace.wait(signal);
      return await rest.readStationStatus({ id: String(id) }, { signal });
    },
    { staleMs: freshMs, isEnabled },
  );
  return data;
}
