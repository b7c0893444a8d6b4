import type { SeededRandom } from "../random.ts";
import { weighted } from "../random.ts";
import { adscReport } from "../texts/adsc/reports.ts";
import { pilotDialogue } from "../texts/cpdlc/dialogues.ts";
import { engineReport, linkTest, stationReport } from "../texts/airline-traffic.ts";
import type { ComposedText } from "../texts/composed-text.ts";
import { mediaAdvisory } from "../texts/media-advisory.ts";
import { miamReport } from "../texts/miam.ts";
import { movementReport, movementsSoFar } from "../texts/movement-report.ts";
import type { MovementName } from "../texts/movement-report.ts";
import {
  airlinePosition,
  fmcPosition,
  operationsReport,
  timedPosition,
} from "../texts/position-report.ts";
import { weatherRequest } from "../texts/weather.ts";
import type { AirframeState, Leg } from "../world/flight.ts";

/** Composes the downlink texts of one aircraft; keeps track of the movements of its leg that it has reported. */
export interface DownlinkComposer {
  compose(state: AirframeState, random: SeededRandom): ComposedText;
}

type Compose = (state: AirframeState, random: SeededRandom) => ComposedText;

const composeOnGround = weighted<Compose>([
  [linkTest, 3],
  [(state, random) => mediaAdvisory(state.atMs, random), 3],
  [weatherRequest, 2],
  [stationReport, 2],
]);

const composeInAir = weighted<Compose>([
  [fmcPosition, 12],
  [engineReport, 5],
  [adscReport, 6],
  [pilotDialogue, 0.9],
  [miamReport, 0.8],
  [(state, random) => mediaAdvisory(state.atMs, random), 6],
  [timedPosition, 4],
  [airlinePosition, 4],
  [operationsReport, 2],
  [linkTest, 5],
  [weatherRequest, 3],
  [stationReport, 2],
]);

export function createDownlinkComposer(): DownlinkComposer {
  let leg: Leg | null = null;
  const reported = new Set<MovementName>();

  return {
    compose(state, random) {
      if (state.leg !== leg) {
        // A flight that is under way when first seen has reported what lies behind it.
        const underWay = leg === null ? movementsSoFar(state) : [];
        reported.clear();
        for (const movement of underWay) reported.add(movement);
        leg = state.leg;
      }
      const due = movementsSoFar(state).find((movement) => !reported.has(movement));
      if (due !== undefined) {
        reported.add(due);
        return movementReport(state, due);
      }
      const choose = state.phase === "airborne" ? composeInAir : composeOnGround;
      return choose(random)(state, random);
    },
  };
}
