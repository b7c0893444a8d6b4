import type { AcarsBlock, BlockDirection } from "../air/acars-block.ts";
import type { ComposedText } from "../texts/composed-text.ts";
import type { AirframeState } from "../world/flight.ts";
import type { SimulatedAircraft } from "./skies.ts";

const acarsMode = "2";
/** Characters of a block, less message number and flight in downlinks. */
const uplinkCharacters = 220;
const downlinkCharacters = 210;
const blockSequence = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Cuts a text into blocks and numbers them as an aircraft or its ground side would. */
export function acarsBlocks(
  composed: ComposedText,
  direction: BlockDirection,
  aircraft: SimulatedAircraft,
  state: AirframeState,
): AcarsBlock[] {
  const pieces = cut(composed, direction);
  const down = direction === "downlink";
  const number = down ? aircraft.avionics.nextMessageNumber(composed.origin) : null;
  const receivedBy = new Map<number, Set<number>>();
  return pieces.map((text, index) => ({
    kind: "acars",
    direction,
    mode: acarsMode,
    tail: aircraft.airframe.tail,
    ack: null,
    label: composed.label,
    blockId: down ? aircraft.avionics.nextDownlinkBlockId() : aircraft.avionics.nextUplinkBlockId(),
    messageNumber: number === null ? null : number + blockSequence.charAt(index),
    flightId: down ? flightIdOf(state) : null,
    sublabel: composed.sublabel ?? null,
    mfi: composed.mfi ?? null,
    text,
    fragment:
      pieces.length === 1
        ? null
        : { index, count: pieces.length, wholeText: composed.text, receivedBy },
    // An application is decoded from the whole text, so it comes with the last block.
    application: index === pieces.length - 1 ? (composed.application ?? null) : null,
    movement: composed.movement ?? null,
  }));
}

/** An empty block that acknowledges another one: label `_d`. */
export function acknowledgementBlock(
  block: AcarsBlock,
  aircraft: SimulatedAircraft,
  state: AirframeState,
): AcarsBlock {
  const down = block.direction === "uplink";
  return {
    kind: "acars",
    direction: down ? "downlink" : "uplink",
    mode: acarsMode,
    tail: block.tail,
    ack: block.blockId,
    label: "_d",
    blockId: down
      ? aircraft.avionics.nextDownlinkBlockId()
      : aircraft.avionics.nextAcknowledgementBlockId(),
    messageNumber: down ? `${aircraft.avionics.nextMessageNumber("S")}A` : null,
    flightId: down ? flightIdOf(state) : null,
    sublabel: null,
    mfi: null,
    text: "",
    fragment: null,
    application: null,
    movement: null,
  };
}

/** A ground station's squitter, addressed to nobody. */
export function squitterBlock(composed: ComposedText): AcarsBlock {
  return {
    kind: "acars",
    direction: "uplink",
    mode: acarsMode,
    tail: "",
    ack: null,
    label: composed.label,
    blockId: null,
    messageNumber: null,
    flightId: null,
    sublabel: null,
    mfi: null,
    text: composed.text,
    fragment: null,
    application: null,
    movement: null,
  };
}

/** Airline and number as ACARS carries them, six characters: `UA0184`. */
export function flightIdOf(state: AirframeState): string {
  return state.airframe.airline.iata + String(state.leg.flightNumber).padStart(4, "0");
}

function cut(composed: ComposedText, direction: BlockDirection): string[] {
  const prefix = composed.sublabel === undefined ? 0 : direction === "downlink" ? 4 : 5;
  const room =
    (direction === "downlink" ? downlinkCharacters : uplinkCharacters) -
    prefix -
    (composed.mfi === undefined ? 0 : 4);
  const pieces: string[] = [];
  for (let at = 0; at < composed.text.length; at += room) {
    pieces.push(composed.text.slice(at, at + room));
  }
  return pieces.length === 0 ? [""] : pieces;
}
