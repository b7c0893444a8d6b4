/** Counters of an airframe's data link unit and its ground side. */
export interface Avionics {
  /** The next downlink block id: digits in turn. */
  nextDownlinkBlockId(): string;
  /** The next uplink block id: `A` to `W` in turn, leaving `X` to `Z` to acknowledgements. */
  nextUplinkBlockId(): string;
  nextAcknowledgementBlockId(): string;
  /** The first three characters of a message number: its origin on board and two digits. */
  nextMessageNumber(origin: string): string;
}

const uplinkBlockIds = "ABCDEFGHIJKLMNOPQRSTUVW";
const acknowledgementBlockIds = "XYZ";

/** `start` sets where the counters stand, so that a fleet doesn't count in step. */
export function createAvionics(start: number): Avionics {
  let downlinks = start;
  let uplinks = start;
  let acknowledgements = start;
  const numbers = new Map<string, number>();
  return {
    nextDownlinkBlockId: () => String(downlinks++ % 10),
    nextUplinkBlockId: () => uplinkBlockIds.charAt(uplinks++ % uplinkBlockIds.length),
    nextAcknowledgementBlockId: () =>
      acknowledgementBlockIds.charAt(acknowledgements++ % acknowledgementBlockIds.length),
    nextMessageNumber(origin) {
      const number = numbers.get(origin) ?? start % 100;
      numbers.set(origin, (number + 1) % 100);
      return origin + String(number).padStart(2, "0");
    },
  };
}
