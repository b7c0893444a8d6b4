import type { HfReception } from "@jetwire/db";
import type { DecodedMessage } from "@jetwire/decoders";
import { hfPeriodMs } from "@jetwire/protocol";

/** Counts what stations receive on each channel of HFDL until it is written. */
export type ChannelCounter = ReturnType<typeof createChannelCounter>;

/** The channels of all stations until the next write, and of one station in a period; forged ones end here. */
const defaults = { entriesMax: 20_000, perStationMax: 200 };
/** A frame that is older says nothing of what is active. */
const ageMsMax = 3_600_000;
const bandKhz = [2_000, 30_000] as const;

type Counted = { -readonly [Name in keyof HfReception]: HfReception[Name] };

export function createChannelCounter(limits: Partial<typeof defaults> = {}) {
  const { entriesMax, perStationMax } = { ...defaults, ...limits };
  let counted = new Map<string, Counted>();
  /** The channels that stations have named in the newest period. */
  let named = { period: 0, channels: new Map<string, Set<string>>() };

  function mayName(ident: string, channel: string, period: number): boolean {
    if (named.period < period) named = { period, channels: new Map() };
    let channels = named.channels.get(ident);
    if (channels === undefined) named.channels.set(ident, (channels = new Set()));
    if (channels.has(channel)) return true;
    if (channels.size >= perStationMax) return false;
    channels.add(channel);
    return true;
  }

  function entryOf(ident: string, frame: DecodedMessage, timeMs: number): Counted | null {
    const khz = Math.round((frame.frequency ?? 0) * 1_000);
    if (frame.groundStation === null || khz < bandKhz[0] || khz > bandKhz[1]) return null;
    const period = Math.floor(timeMs / hfPeriodMs) * hfPeriodMs;
    const channel = `${period}/${frame.groundStation}/${khz}`;
    const key = `${channel}/${ident}`;
    const known = counted.get(key);
    if (known !== undefined) return known;
    if (counted.size >= entriesMax || !mayName(ident, channel, period)) return null;
    const at = new Date(timeMs).toISOString();
    const entry: Counted = {
      period: new Date(period).toISOString(),
      groundStation: Number(frame.groundStation),
      khz,
      ident,
      squitters: 0,
      frames: 0,
      snrSum: 0,
      snrCount: 0,
      lastSquitterAt: null,
      lastAt: at,
    };
    counted.set(key, entry);
    return entry;
  }

  return {
    /**
     * Adds a frame, a message or not.
     *
     * @param ident the station that received it
     * @param timeMs when it was received, Unix ms
     * @param nowMs Unix ms
     */
    add(
      frame: DecodedMessage,
      ident: string,
      { timeMs, nowMs }: { readonly timeMs: number; readonly nowMs: number },
    ): void {
      if (frame.source !== "dumphfdl" || frame.kind === "duplicate-container") return;
      if (nowMs - timeMs > ageMsMax) return;
      const entry = entryOf(ident, frame, timeMs);
      if (entry === null) return;
      const at = new Date(timeMs).toISOString();
      if (at > entry.lastAt) entry.lastAt = at;
      if (frame.kind === "ground-squitter") {
        entry.squitters++;
        if (entry.lastSquitterAt === null || at > entry.lastSquitterAt) entry.lastSquitterAt = at;
      } else entry.frames++;
      const { snr } = frame.signal;
      if (snr === undefined) return;
      entry.snrSum += snr;
      entry.snrCount++;
    },
    /** Writes what was added since the last call. If that fails it is lost: what is active is received again. */
    async flush(write: (receptions: readonly HfReception[]) => Promise<void>): Promise<void> {
      const taken = counted;
      counted = new Map();
      if (taken.size > 0) await write([...taken.values()]);
    },
  };
}
