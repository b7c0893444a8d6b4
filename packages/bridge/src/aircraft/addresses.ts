import type { RestClient } from "@jetwire/client";
import { Cache, type Logger } from "@jetwire/runtime";
import type { Received } from "../received.ts";
import { addressIn, isAddress } from "./observation.ts";

const airframesMax = 20_000;
const knownMs = 24 * 3_600_000;
const unknownMs = 3_600_000;
const requestMsMax = 5_000;
/** The rate limit of a key is 60 requests in a minute; some are left for others. */
const requestsPerMinuteMax = 30;
const minuteMs = 60_000;

/** Finds the 24-bit addresses of aircraft. Messages of VHF and Iridium have only the tail, so the service is asked. */
export function createAddresses(rest: RestClient, log: Logger) {
  let minute = 0;
  let requests = 0;
  const addresses = new Cache<string, string | null>({
    entriesMax: airframesMax,
    ttlMs: knownMs,
    ttlMsOf: (icao) => (icao === null ? unknownMs : knownMs),
    async fetch(airframeId) {
      try {
        const signal = AbortSignal.timeout(requestMsMax);
        const { icao } = await rest.readAirframe({ icao: airframeId }, { signal });
        return icao !== null && isAddress(icao) ? icao : null;
      } catch (error) {
        log.debug({ err: error, airframeId }, "the address of an airframe cannot be read");
        return null;
      }
    },
  });

  function mayAsk(nowMs: number): boolean {
    const now = Math.floor(nowMs / minuteMs);
    if (now !== minute) requests = 0;
    minute = now;
    return requests++ < requestsPerMinuteMax;
  }

  /** Returns the address of the aircraft that sent a message; null if it is unknown, or too many were asked for. */
  return async (received: Received): Promise<string | null> => {
    const own = addressIn(received);
    const { airframeId } = received.message;
    if (own !== null || airframeId === null) {
      if (own !== null && airframeId !== null) addresses.set(airframeId, own);
      return own;
    }
    const known = addresses.peek(airframeId);
    if (known !== undefined) return known;
    return mayAsk(Date.now()) ? await addresses.get(airframeId) : null;
  };
}
