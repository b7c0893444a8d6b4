import type { Decoded } from "@jetwire/protocol";
import type { ClockTimes } from "./clock-times.ts";

/** The content of a decoder's tree or of a text. Each value was found there, or is null. */
export interface Findings {
  readonly decoded: Decoded;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Feet. */
  readonly altitude: number | null;
  readonly departingAirport: string | null;
  readonly destinationAirport: string | null;
  readonly onGround: boolean | null;
  readonly times: ClockTimes | null;
}

/** Creates findings of content that says nothing else than its description. */
export function findingsOf(
  decoded: Decoded,
  found: Partial<Omit<Findings, "decoded">> = {},
): Findings {
  return {
    decoded,
    latitude: null,
    longitude: null,
    altitude: null,
    departingAirport: null,
    destinationAirport: null,
    onGround: null,
    times: null,
    ...found,
  };
}
