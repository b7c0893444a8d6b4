import type { SeededRandom } from "../random.ts";
import { weighted } from "../random.ts";
import { adscContract } from "../texts/adsc/reports.ts";
import { dispatchUplink, positionRequest } from "../texts/airline-traffic.ts";
import { controllerDialogue } from "../texts/cpdlc/dialogues.ts";
import type { ComposedText } from "../texts/composed-text.ts";
import { atisUplink, weatherUplink } from "../texts/weather.ts";
import type { AirframeState } from "../world/flight.ts";

type Compose = (state: AirframeState, random: SeededRandom) => ComposedText;

const composeForVhf = choice({ accents: false });
const composeForSatellite = choice({ accents: true });

/** Composes uplink texts; with accents only where the link carries eight bits. */
export function composeUplink(
  state: AirframeState,
  random: SeededRandom,
  options: { accents: boolean },
): ComposedText {
  return (options.accents ? composeForSatellite : composeForVhf)(random)(state, random);
}

function choice(options: { accents: boolean }): (random: SeededRandom) => Compose {
  return weighted<Compose>([
    [(state, random) => atisUplink(state.leg.destination, state.atMs, random), 3],
    [(state, random) => weatherUplink(state.leg.destination, state.atMs, random), 3],
    [(state, random) => dispatchUplink(state, random, options), 4],
    [adscContract, 1.5],
    [controllerMessage, 1],
    [(_state, random) => positionRequest(random), 2],
  ]);
}

/** Controllers have a data link connection with aircraft in the air. */
function controllerMessage(state: AirframeState, random: SeededRandom): ComposedText {
  return state.phase === "airborne" ? controllerDialogue(state, random) : positionRequest(random);
}
