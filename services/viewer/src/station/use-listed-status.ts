import type { StationStatus } from "@jetwire/protocol";
import type { RefObject } from "react";
import { useRest } from "../data/use-rest.ts";
import { useInView } from "../look/use-in-view.ts";
import { createPace } from "./status-pace.ts";

const freshMs = 300_000;
const pace = createPace();

/** Reads the status of a station of a list, once its row is in view and it is its turn. */
export function useListedStatus(
  id: number,
  row: RefObject<Element | null>,
): StationStatus | undefined {
  const isEnabled = useInView(row);
  const { data } = useRest(
    ["station-status", id],
    async (rest, signal) => {
      await pause(pace.reserve(Date.now()), signal);
      return await rest.readStationStatus({ id: String(id) }, { signal });
    },
    { staleMs: freshMs, isEnabled },
  );
  return data;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
