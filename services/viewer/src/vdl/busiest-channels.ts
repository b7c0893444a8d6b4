import type { VdlChannels } from "@jetwire/protocol";

type Count = VdlChannels["channels"][number];

/** A channel with what was received on it in all hours. */
export interface ChannelLoad {
  readonly frequency: number;
  readonly messages: number;
  /** Those of the hour with the most: aircraft of several hours may be the same. */
  readonly aircraftMax: number;
  /** The hour with the most messages. */
  readonly busiestHour: string;
  readonly hours: readonly Count[];
}

/** Returns the channels, that with the most messages first. */
export function channelLoads(counts: readonly Count[]): ChannelLoad[] {
  const channels = Map.groupBy(counts, ({ frequency }) => frequency);
  return [...channels]
    .map(([frequency, hours]) => ({
      frequency,
      messages: hours.reduce((sum, one) => sum + one.messages, 0),
      aircraftMax: Math.max(...hours.map(({ aircraft }) => aircraft)),
      busiestHour: hours.reduce((a, b) => (b.messages > a.messages ? b : a)).hour,
      hours,
    }))
    .toSorted((a, b) => b.messages - a.messages);
}
