/** Exchanges between pilots and controllers, as the text that begins one and the texts that follow. */
import type { SeededRandom } from "../../random.ts";
import { weighted } from "../../random.ts";
import type { AirframeState } from "../../world/flight.ts";
import type { ComposedText } from "../composed-text.ts";
import { pickRoute, pickWaypoint } from "../waypoints.ts";
import { openDialogue } from "./dialogue.ts";
import type { Dialogue } from "./dialogue.ts";
import { downlinkElement, uplinkElement } from "./elements.ts";
import type { UplinkElement } from "./elements.ts";
import { positionReport } from "./position-report.ts";
import type { CpdlcValue } from "./values.ts";
import {
  facilityAndTable,
  facilityFunctions,
  fixValue,
  flightLevelValue,
  freeText,
  offset,
  offsetDirections,
  roundedDegrees,
  twoFixes,
  unitAndFrequency,
  version,
} from "./values.ts";

const units = ["SIMWICK OCEANIC", "SIMFORD CONTROL", "SIMLAND RADAR", "SIMPORT CENTER"];

const pilotNotes = [
  "ABLE FL380 AFTER NEXT WAYPOINT",
  "LIGHT TURBULENCE AT PRESENT LEVEL, REQUEST RIDE REPORTS",
  "PASSENGER UNWELL, EXPECT TO NEED DIRECT ROUTING",
];

const controllerNotes = [
  "TRAFFIC AT FL390 OPPOSITE DIRECTION",
  "EXPECT HIGHER LEVEL AFTER NEXT WAYPOINT",
  "ALTIMETER SETTING AVAILABLE ON REQUEST",
];

type Compose = (state: AirframeState, random: SeededRandom) => ComposedText;

const pickPilotDialogue = weighted<Compose>([
  [requestLevel, 5],
  [requestDirect, 3],
  [requestDeviation, 3],
  [reportPosition, 3],
  [writeToController, 1],
]);

const pickControllerDialogue = weighted<Compose>([
  [handOver, 4],
  [reroute, 2],
  [askForPosition, 2],
  [writeToPilot, 1],
  [connect, 2],
]);

/** Composes an exchange that the pilot begins. */
export function pilotDialogue(state: AirframeState, random: SeededRandom): ComposedText {
  return pickPilotDialogue(random)(state, random);
}

/** Composes an exchange that the controller begins. */
export function controllerDialogue(state: AirframeState, random: SeededRandom): ComposedText {
  return pickControllerDialogue(random)(state, random);
}

function requestLevel(state: AirframeState, random: SeededRandom): ComposedText {
  const current = Math.round(state.altitude / 1_000) * 10;
  const climbs = random.chance(0.75) || current < 120;
  const level = flightLevelValue(Math.max(100, Math.min(430, current + (climbs ? 20 : -20))));
  const dialogue = openDialogue(state, random);
  dialogue.say("downlink", [downlinkElement(climbs ? "requestClimb" : "requestDescent", level)]);
  return decided(dialogue, random, [climbs ? "climb" : "descend", level]);
}

function requestDirect(state: AirframeState, random: SeededRandom): ComposedText {
  const to = fixValue(pickWaypoint(random));
  const dialogue = openDialogue(state, random);
  dialogue.say("downlink", [downlinkElement("requestDirect", to)]);
  return decided(dialogue, random, ["direct", to]);
}

function requestDeviation(state: AirframeState, random: SeededRandom): ComposedText {
  const distance = offset(random.pick([10, 15, 20, 30, 50]), random.pick(offsetDirections));
  const dialogue = openDialogue(state, random);
  dialogue.say("downlink", [
    downlinkElement("requestDeviation", distance),
    downlinkElement("dueToWeather"),
  ]);
  return decided(dialogue, random, ["deviate", distance]);
}

function reportPosition(state: AirframeState, random: SeededRandom): ComposedText {
  const dialogue = openDialogue(state, random);
  sayPosition(dialogue, state, random);
  dialogue.say("uplink", [uplinkElement("roger")]);
  return dialogue.composed();
}

function writeToController(state: AirframeState, random: SeededRandom): ComposedText {
  const dialogue = openDialogue(state, random);
  dialogue.say("downlink", [downlinkElement("freeText", freeText(random.pick(pilotNotes)))]);
  dialogue.say("uplink", [uplinkElement("roger")]);
  return dialogue.composed();
}

/** The aircraft leaves for the next unit, and the frequency is in the message. */
function handOver(state: AirframeState, random: SeededRandom): ComposedText {
  const khz = 118_000 + random.integer(0, 759) * 25;
  const unit = unitAndFrequency(random.pick(units), random.pick(facilityFunctions), khz);
  const dialogue = openDialogue(state, random);
  dialogue.say("uplink", [uplinkElement("contact", unit)]);
  dialogue.say("downlink", [downlinkElement("wilco")]);
  return dialogue.composed();
}

function reroute(state: AirframeState, random: SeededRandom): ComposedText {
  const [, at, to] = pickRoute(random);
  const dialogue = openDialogue(state, random);
  dialogue.say("uplink", [uplinkElement("directAfter", twoFixes(at, to))]);
  dialogue.say("downlink", [downlinkElement(random.chance(0.9) ? "wilco" : "unable")]);
  return dialogue.composed();
}

function askForPosition(state: AirframeState, random: SeededRandom): ComposedText {
  const dialogue = openDialogue(state, random);
  dialogue.say("uplink", [uplinkElement("confirmPosition")]);
  sayPosition(dialogue, state, random);
  return dialogue.composed();
}

function writeToPilot(state: AirframeState, random: SeededRandom): ComposedText {
  const dialogue = openDialogue(state, random);
  dialogue.say("uplink", [uplinkElement("freeText", freeText(random.pick(controllerNotes)))]);
  dialogue.say("downlink", [downlinkElement("roger")]);
  return dialogue.composed();
}

function connect(state: AirframeState, random: SeededRandom): ComposedText {
  const dialogue = openDialogue(state, random);
  const facility = uplinkElement("facility", facilityAndTable("ZZZZ"));
  dialogue.say("uplink", [facility], { kind: "CR1" });
  dialogue.say("downlink", [downlinkElement("version", version(1))], { kind: "CC1" });
  return dialogue.composed();
}

/** The controller's decision, perhaps after a STANDBY, and what the pilot says to it. */
function decided(
  dialogue: Dialogue,
  random: SeededRandom,
  [clearance, value]: readonly [UplinkElement, CpdlcValue],
): ComposedText {
  if (random.chance(0.25)) dialogue.say("uplink", [uplinkElement("standby")]);
  const cleared = random.chance(0.75);
  dialogue.say("uplink", [cleared ? uplinkElement(clearance, value) : uplinkElement("unable")]);
  dialogue.say("downlink", [downlinkElement(cleared ? "wilco" : "roger")]);
  return dialogue.composed();
}

function sayPosition(dialogue: Dialogue, state: AirframeState, random: SeededRandom): void {
  const position = {
    latitude: roundedDegrees(state.latitude),
    longitude: roundedDegrees(state.longitude),
    altitude: Math.max(30, Math.round(state.altitude / 100)) * 100,
  };
  const report = downlinkElement("positionReport", positionReport(state, random));
  dialogue.say("downlink", [report], { position });
}
