import type { Decoded } from "@jetwire/protocol";

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

/** Times of a flight as messages contain them: `HHMM` or `HHMMSS` in UTC, without a day. */
export interface ClockTimes {
  readonly out: string | null;
  readonly off: string | null;
  readonly on: string | null;
  readonly in: string | null;
  readonly eta: string | null;
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
