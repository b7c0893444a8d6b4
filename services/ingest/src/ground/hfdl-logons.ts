import type { DecodedMessage, HfdlLogon } from "@jetwire/decoders";
import type { HfdlIds, HfdlObservation } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";
import type { JournaledMessage } from "../journal/backlog.ts";
import { type ClockLimits, receptionMs, timeOf } from "../dispatch/message.ts";

/** Logons and logoffs of aircraft at HFDL ground stations, which most messages name by a number only. */
export type HfdlLogons = ReturnType<typeof createHfdlLogons>;

const flushMs = 500;
/** More than come in a second; a flood of forged logons ends here. */
const notedMax = 5_000;

export function createHfdlLogons(ids: HfdlIds, clock: ClockLimits) {
  let noted: HfdlObservation[] = [];

  function drain(): HfdlObservation[] {
    const taken = noted;
    noted = [];
    return taken;
  }

  async function flush(): Promise<void> {
    if (noted.length > 0) await ids.observe(drain(), Date.now());
  }

  return {
    /** Takes note of a logon or logoff. */
    add(logon: HfdlLogon, frame: DecodedMessage, timeMs: number): void {
      const channel = channelOf(frame);
      if (channel === null || noted.length >= notedMax) return;
      const { kind, icao, aircraftId } = logon;
      const names = { flight: "", tail: "" };
      noted.push({ kind, timeMs, channel, aircraftId: aircraftId ?? 0, icao, ...names });
    },
    /** Writes what was noted, for other replicas, twice a second until the signal aborts. What fails to be written is lost. */
    run(signal: AbortSignal, log: Logger): Promise<void> {
      return every(flushMs, flush, { signal, log, task: "write HFDL logons" });
    },
    /**
     * Returns the addresses of aircraft that messages name only by their number, as far as they are known.
     * What was noted before counts. Makes no round trip for a batch without a message of that kind.
     *
     * @throws when Redis does not answer in time
     */
    async addressesOf(
      batch: readonly JournaledMessage[],
    ): Promise<ReadonlyMap<JournaledMessage, string>> {
      const observed = batch.flatMap((message) => {
        const observation = observationOf(message, clock);
        return observation === null ? [] : [{ message, observation }];
      });
      const addresses = new Map<JournaledMessage, string>();
      if (observed.length === 0) return addresses;
      const observations = observed.map(({ observation }) => observation);
      const isAsked = observations.some(({ kind }) => kind === "ask");
      // Nobody waits for what they say: it is written with the next question, or twice a second.
      if (!isAsked && noted.length + observations.length <= notedMax) {
        noted.push(...observations);
        return addresses;
      }
      const found = await ids.observe([...drain(), ...observations], Date.now());
      const asking = observed.filter(({ observation }) => observation.kind === "ask");
      for (const [index, { message }] of asking.entries()) {
        const icao = found[index];
        if (icao !== null && icao !== undefined) addresses.set(message, icao);
      }
      return addresses;
    },
  };
}

/** Returns what a message says about the number of its aircraft, or what it asks for. */
function observationOf(
  { decoded, entry }: JournaledMessage,
  clock: ClockLimits,
): HfdlObservation | null {
  const channel = channelOf(decoded);
  const { aircraftId, icao } = decoded;
  // What is not proven to be from its station teaches nothing.
  if (channel === null || aircraftId === null) return null;
  if (icao !== null && entry.authenticated === false) return null;
  const { timeMs } = timeOf(decoded.stationTimeMs, receptionMs(entry), clock);
  return {
    kind: icao === null ? "ask" : "given",
    timeMs,
    channel,
    aircraftId,
    icao: icao ?? "",
    flight: decoded.flightNumber ?? "",
    tail: decoded.tail ?? "",
  };
}

/** Returns the ground station and the frequency, for which a number is valid. */
function channelOf({ source, groundStation, frequency }: DecodedMessage): string | null {
  if (source !== "dumphfdl" || groundStation === null || frequency === null) return null;
  return `${groundStation}/${Math.round(frequency * 1_000)}`;
}

/**
 * Returns a message with an address that its aircraft has by its number. It is the sender or the addressee; the
 * airframe of a message with a tail is still found by the tail alone, so that a wrong address cannot
 * move a tail to another airframe.
 */
export function withAddress(decoded: DecodedMessage, icao: string): DecodedMessage {
  return {
    ...decoded,
    icao: decoded.tail === null ? icao : null,
    fromHex: decoded.linkDirection === "downlink" ? icao : decoded.fromHex,
    toHex: decoded.linkDirection === "uplink" ? icao : decoded.toHex,
  };
}
