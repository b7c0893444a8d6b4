import { expect, test } from "vitest";
import {
  coordinates,
  element,
  fansDownlink,
  fansUplink,
  fix,
  flightLevel,
  frameWithTree,
  receivedFrom,
} from "../../samples/index.ts";

function readTree(tree: object) {
  return receivedFrom(frameWithTree(tree));
}

const mach = { choice: "speedMach", data: { speed_mach: { val: 0.8200000000000001, unit: "" } } };
const knots = { choice: "speedIndicated", data: { speed_indicated: { val: 280, unit: "kts" } } };
const feet = { choice: "altitudeQNH", data: { alt_qnh: { val: 5_000, unit: "ft" } } };
const meters = {
  choice: "altitudeFlightLevelMetric",
  data: { flight_level_metric: { val: 10_100, unit: "m" } },
};
const time = { hour: 9, min: 5 };
const offset = { choice: "distanceOffsetNm", data: { dist_offset_nm: { val: 15, unit: "nm" } } };
const farPlace = {
  choice: "placeBearingDistance",
  data: {
    place_bearing_dist: {
      fix: "ABCDE",
      deg: { choice: "degreesMagnetic", data: { deg_mag: { val: 270, unit: "deg" } } },
      dist: { choice: "distanceNm", data: { dist_nm: { val: 12, unit: "nm" } } },
    },
  },
};
const unit = {
  icao_unit_name: {
    icao_facility_id: { choice: "iCAOfacilityname", data: { icao_facility_name: "FOOBA" } },
    icao_facility_function: "control",
  },
  freq: { choice: "frequencyvhf", data: { vhf: { val: 132.5, unit: "MHz" } } },
};

test.each([
  [
    "uM20Altitude",
    "CLIMB TO AND MAINTAIN [altitude]",
    { alt: flightLevel(340) },
    "Climb to and maintain FL340",
  ],
  [
    "uM22PositionAltitude",
    "AT [position] CLIMB TO AND MAINTAIN [altitude]",
    { pos_alt: { pos: fix("FOOBA"), alt: flightLevel(360) } },
    "At FOOBA climb to and maintain FL360",
  ],
  [
    "uM30AltitudeAltitude",
    "MAINTAIN BLOCK [altitude] TO [altitude]",
    { alt_alt: [{ alt: flightLevel(350) }, { alt: flightLevel(370) }] },
    "Maintain block FL350 to FL370",
  ],
  ["uM19Altitude", "MAINTAIN [altitude]", { alt: feet }, "Maintain 5,000 ft"],
  ["uM19Altitude", "MAINTAIN [altitude]", { alt: meters }, "Maintain 10100 m"],
  [
    "uM46PositionAltitude",
    "CROSS [position] AT [altitude]",
    { pos_alt: { pos: coordinates, alt: flightLevel(90) } },
    "Cross 51.27 N 0.84 W at FL090",
  ],
  [
    "uM54PositionTimeTime",
    "CROSS [position] BETWEEN [time] AND [time]",
    { pos_time_time: { pos: farPlace, time_time: [{ time }, { time: { hour: 10, min: 0 } }] } },
    "Cross 12 NM on bearing 270° magnetic from ABCDE between 09:05 and 10:00",
  ],
  [
    "uM61PositionAltitudeSpeed",
    "CROSS [position] AT AND MAINTAIN [altitude] AT [speed]",
    { pos_alt_speed: { pos: fix("FOOBA"), alt: flightLevel(300), speed: knots } },
    "Cross FOOBA at and maintain FL300 at 280 kt",
  ],
  ["uM106Speed", "MAINTAIN [speed]", { speed: mach }, "Maintain Mach 0.82"],
  [
    "uM110SpeedSpeed",
    "MAINTAIN [speed] TO [speed]",
    { speed_speed: [{ speed: mach }, { speed: knots }] },
    "Maintain Mach 0.82 to 280 kt",
  ],
  [
    "uM82DistanceOffsetDirection",
    "CLEARED TO DEVIATE UP TO [distanceoffset] [direction] OF ROUTE",
    { dist_offset_dir: { dist_offset: offset, dir: "eitherSide" } },
    "Cleared to deviate up to 15 NM either side of route",
  ],
  [
    "uM94DirectionDegrees",
    "TURN [direction] HEADING [degrees]",
    {
      dir_deg: {
        dir: "left",
        deg: { choice: "degreesTrue", data: { deg_true: { val: 95, unit: "deg" } } },
      },
    },
    "Turn left heading 95° true",
  ],
  [
    "uM117ICAOunitnameFrequency",
    "CONTACT [icaounitname] [frequency]",
    { icao_unit_name_freq: unit },
    "Contact FOOBA control 132.500 MHz",
  ],
  [
    "uM119TimeICAOunitnameFrequency",
    "AT [time] CONTACT [icaounitname] [frequency]",
    { icao_unitname_freq: { time, icao_unit_name_freq: unit } },
    "At 09:05 contact FOOBA control 132.500 MHz",
  ],
  ["uM123BeaconCode", "SQUAWK [beaconcode]", { beacon_code: "0123" }, "Squawk 0123"],
  [
    "uM153Altimeter",
    "ALTIMETER [altimeter]",
    {
      altimeter: {
        choice: "altimeterMetric",
        data: { altimeter_metric: { val: 1_013.2, unit: "hPa" } },
      },
    },
    "Altimeter 1013.2 hPa",
  ],
  [
    "uM159ErrorInformation",
    "ERROR [errorinformation]",
    { err_info: "invalidData" },
    "Error, invalid data",
  ],
  [
    "uM171VerticalRate",
    "CLIMB AT [verticalrate] MINIMUM",
    {
      vert_rate: {
        choice: "verticalRateEnglish",
        data: { vert_rate_english: { val: 2_000, unit: "ft/min" } },
      },
    },
    "Climb at 2,000 ft/min minimum",
  ],
  [
    "uM181ToFromPosition",
    "REPORT DISTANCE [tofrom] [position]",
    { to_from_pos: { to_from: "to", pos: fix("FOOBA") } },
    "Report distance to FOOBA",
  ],
  [
    "uM81ProcedureName",
    "CLEARED [procedurename]",
    {
      procedure_name: {
        procedure_type: "arrival",
        procedure: "FOOB4A",
        procedure_transition: "ABCDE",
      },
    },
    "Cleared arrival FOOB4A ABCDE",
  ],
  [
    "uM91HoldClearance",
    "HOLD AT [position] MAINTAIN [altitude] INBOUND TRACK [degrees] [direction] TURNS [legtype]",
    {
      hold_clearance: {
        pos: fix("FOOBA"),
        alt: flightLevel(100),
        deg: { choice: "degreesMagnetic", data: { deg_mag: { val: 90, unit: "deg" } } },
        dir: "right",
      },
    },
    "Hold at FOOBA maintain FL100 inbound track 90° magnetic right turns",
  ],
  [
    "uM79PositionRouteClearance",
    "CLEARED TO [position] VIA [routeclearance]",
    {
      pos_rte_clearance: {
        pos: fix("FOOBA"),
        rte_clearance: {
          airport_dst: "ZZZZ",
          runway_arr: { runway_dir: 9, runway_config: "left" },
          rte_info_seq: [
            { rte_info: { choice: "airwayIdentifier", data: { airway_id: "UL9" } } },
            {
              rte_info: {
                choice: "publishedIdentifier",
                data: { published_identifier: { fix: "ABCDE" } },
              },
            },
            { rte_info: coordinates },
          ],
        },
      },
    },
    "Cleared to FOOBA via ZZZZ, arrival runway 09L, route UL9 ABCDE 51.27 N 0.84 W",
  ],
  [
    "uM73Predepartureclearance",
    "[predepartureclearance]",
    {
      predeparture_clearance: {
        ac_flight_id: "XXX12",
        est_dep_time: time,
        rte_clearance: { airport_dep: "YYYY", airport_dst: "ZZZZ" },
        beacon_code: "4321",
      },
    },
    "Clearance XXX12, YYYY to ZZZZ, departure 09:05, squawk 4321",
  ],
  [
    "uM169FreeText",
    "[freetext]",
    { free_text: "CALL 5 MIN  BEFORE \r\nFOOBA" },
    "CALL 5 MIN BEFORE FOOBA",
  ],
  ["uM176NULL", "MAINTAIN OWN SEPARATION AND VMC", {}, "Maintain own separation and VMC"],
  ["uM177NULL", "AT PILOTS DISCRETION", {}, "At pilot's discretion"],
  [
    "uM163ICAOfacilitydesignationTp4table",
    "[icaofacilitydesignation] [tp4table]",
    {
      icao_facility_designation_tp4_table: {
        icao_facility_designation: "ZZZZ",
        tp4table: "labelA",
      },
    },
    "Facility ZZZZ",
  ],
])("%s is read as a controller says it", (choice, label, data, description) => {
  expect(readTree(fansUplink(element(choice, label, data))).decoded).toMatchObject({
    description,
    level: "full",
  });
});

test.each([
  [
    "dM26PositionRouteClearance",
    "REQUEST WEATHER DEVIATION TO [position] VIA [routeclearance]",
    { pos_rte_clearance: { pos: fix("FOOBA"), rte_clearance: { airport_dst: "ZZZZ" } } },
    "Request weather deviation to FOOBA via ZZZZ",
  ],
  ["dM56NULL", "MAYDAY MAYDAY MAYDAY", {}, "MAYDAY MAYDAY MAYDAY"],
  [
    "dM57RemainingFuelRemainingSouls",
    "[remainingfuel] OF FUEL REMAINING AND [remainingsouls] SOULS ON BOARD",
    { rem_fuel_persons_onboard: { rem_fuel_time: { hour: 2, min: 10 }, persons_onboard: 201 } },
    "02:10 of fuel remaining and 201 souls on board",
  ],
  ["dM73VersionNumber", "[versionnumber]", { ver_num: 1 }, "Version 1"],
  [
    "dM78TimeDistanceToFromPosition",
    "AT [time] [distance] [tofrom] [position]",
    {
      dist_to_from_pos: {
        time,
        dist: { choice: "distanceNm", data: { dist_nm: { val: 40.5, unit: "nm" } } },
        to_from: "from",
        pos: fix("FOOBA"),
      },
    },
    "At 09:05 40.5 NM from FOOBA",
  ],
  [
    "dM80DistanceOffsetDirection",
    "DEVIATING [distanceoffset][direction] OF ROUTE",
    { dist_offset_dir: { dist_offset: offset, dir: "right" } },
    "Deviating 15 NM right of route",
  ],
])("%s is read as a pilot says it", (choice, label, data, description) => {
  expect(readTree(fansDownlink(element(choice, label, data))).decoded).toMatchObject({
    description,
    level: "full",
  });
});
