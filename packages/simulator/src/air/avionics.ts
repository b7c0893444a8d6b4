/** What an aircraft's data link unit and its ground side count up; one per airframe. */
export interface Avionics {
  /** The next downlink block id: digits in turn. */
  nextDownlinkBlockId(): string;
  /** The next uplink block id: `A` to `W` in turn, leaving `X` to `Z` to acknowledgements. */
  nextUplinkBlockId(): string;
  nextAcknowledgementBlockId(): string;
  /** The first three characters of a message number: its origin on board and two digits. */
  nextMessageNumber(origin: string): string;
}

const UPLINK_BLOCK_IDS = "ABCDEFGHIJKLMNOPQRSTUVW";
const ACKNOWLEDGEMENT_BLOCK_IDS = "XYZ";

/** `start` sets where the counters stand, so that a fleet doesn't count in step. */
export function createAvionics(start: number): Avionics {
  let downlinks = start;
  let uplinks = start;
  let acknowledgements = start;
  const numbers = new Map<string, number>();
  return {
    nextDownlinkBlockId: () => String(downlinks++ % 10),
    nextUplinkBlockId: () => UPLINK_BLOCK_IDS.charAt(uplinks++ % UPLINK_BLOCK_IDS.length),
    nextAcknowledgementBlockId: () =>
      ACKNOWLEDGEMENT_BLOCK_IDS.charAt(acknowledgements++ % ACKNOWLEDGEMENT_BLOCK_IDS.length),
    nextMessageNumber(origin) {
      const number = numbers.get(origin) ?? start % 100;
      numbers.set(origin, (number + 1) % 100);
      return origin + String(number).padStart(2, "0");
    },
  };
}
