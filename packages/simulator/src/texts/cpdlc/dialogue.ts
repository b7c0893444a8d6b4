import type { BlockDirection } from "../../air/acars-block.ts";
import type { SimulatedPosition } from "../../air/position.ts";
import type { SeededRandom } from "../../random.ts";
import type { AirframeState } from "../../world/flight.ts";
import { pickFacility } from "../arinc622.ts";
import type { ComposedText, FollowUp } from "../composed-text.ts";
import { cpdlcText } from "./message.ts";
import type { CpdlcMessage } from "./message.ts";

/** Messages of one connection, each of which answers the last one of the other side. */
export interface Dialogue {
  say(
    direction: BlockDirection,
    elements: CpdlcMessage["elements"],
    more?: { kind?: CpdlcMessage["kind"]; position?: SimulatedPosition },
  ): void;
  /** Returns what was said first, with the rest as what follows. */
  composed(): ComposedText;
}

const messageNumbers = 64;
/** Time that a pilot or controller takes to read and answer. */
const answerMsMin = 8_000;
const answerMsMax = 55_000;

/** Message numbers begin anywhere, because connections begin long before a station listens. */
export function openDialogue(state: AirframeState, random: SeededRandom): Dialogue {
  const connection = {
    facility: pickFacility(random),
    tail: state.airframe.tail,
    isAddressed: random.chance(0.5),
  };
  const nextId = {
    downlink: random.integer(0, messageNumbers - 1),
    uplink: random.integer(0, messageNumbers - 1),
  };
  const lastId: Record<BlockDirection, number | null> = { downlink: null, uplink: null };
  const said: FollowUp[] = [];
  let atMs = state.atMs;

  return {
    say(direction, elements, { kind = "AT1", position } = {}) {
      const afterMs = said.length === 0 ? 0 : random.between(answerMsMin, answerMsMax);
      atMs += afterMs;
      const id = nextId[direction];
      const composed = cpdlcText({
        ...connection,
        kind,
        direction,
        atMs,
        id,
        reference: lastId[direction === "downlink" ? "uplink" : "downlink"],
        elements,
        position: position ?? null,
      });
      nextId[direction] = (id + 1) % messageNumbers;
      lastId[direction] = id;
      said.push({ afterMs, direction, composed });
    },
    composed() {
      const [first, ...followUps] = said;
      if (first === undefined) throw new Error("nothing was said");
      return { ...first.composed, followUps };
    },
  };
}
