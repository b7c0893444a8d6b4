import { useEffect } from "react";
import { collectMessagesOf } from "./follow-positions.ts";
import type { Aircraft } from "./positions.ts";

/** Returns the aircraft that the address names, by ICAO address or id, and collects its messages. */
export function useSelected(
  aircraft: readonly Aircraft[],
  name: string | undefined,
): Aircraft | null {
  const wanted = name?.toUpperCase();
  const found =
    wanted === undefined
      ? undefined
      : aircraft.find(({ icao, airframeId }) => icao === wanted || airframeId === name);
  const id = found?.airframeId ?? null;
  useEffect(() => collectMessagesOf(id), [id]);
  return found ?? null;
}
