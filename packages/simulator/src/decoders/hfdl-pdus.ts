import {
  type HfdlGroundStation,
  hfdlGroundStations,
  hfdlSystemTableVersion,
} from "@jetwire/protocol";
import type {
  HfdlFrequencyData,
  HfdlPerformance,
  HfdlSquitter,
  Transmission,
} from "../air/transmission.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";

/** Both coordinates of avionics that do not know their position. */
const unknownDegrees = 180;

/** Quality of the link as the airframe measures it. */
export function performanceJson(
  content: HfdlPerformance,
  { stampMs, frequencyHz }: Pick<ReceivedTransmission, "stampMs" | "frequencyHz">,
  random: SeededRandom,
): string {
  const received = random.integer(20, 400);
  const sent = random.integer(1, 30);
  return jsonObject([
    ["err", "false"],
    ["type", typeJson(209, "Performance data")],
    ["version", "18"],
    ["flight_id", quoted(content.flightId)],
    ["pos", positionJson(content.position)],
    ["time", timeOfDay(stampMs)],
    ["flight_leg_num", String(content.legNumber)],
    ["gs", groundJson(content.link.ground)],
    ["frequency", frequencyWordJson(content.link.ground, frequencyHz)],
    ["freq_search_cnt", `{"cur_leg":0,"prev_leg":${random.integer(0, 40)}}`],
    ["hfdl_disabled_duration", `{"this_leg":0,"prev_leg":${random.integer(0, 9_999)}}`],
    [
      "pdu_stats",
      jsonObject([
        ["mpdus_rx_ok_cnt", byBitRate(received)],
        ["mpdus_rx_err_cnt", byBitRate(random.integer(0, 9))],
        ["mpdus_tx_cnt", byBitRate(sent)],
        ["mpdus_delivered_cnt", byBitRate(sent)],
        ["spdus_rx_ok_cnt", String(received)],
        ["spdus_missed_cnt", String(random.integer(0, 20))],
      ]),
    ],
    ["last_freq_change_cause", `{"code":7,"descr":"No change"}`],
  ]);
}

export function squitterJson(content: HfdlSquitter): string {
  return jsonObject([
    ["err", "false"],
    ["src", groundJson(content.ground)],
    ["spdu_version", "0"],
    ["rls", "false"],
    ["iso", "false"],
    ["change_note", quoted("None")],
    ["frame_index", String(content.frameIndex)],
    ["frame_offset", "9"],
    ["min_priority", "0"],
    ["systable_version", String(hfdlSystemTableVersion)],
    [
      "gs_status",
      jsonArray(
        content.active.map(({ ground, frequencies }) =>
          jsonObject([
            ["gs", groundJson(ground)],
            ["utc_sync", "true"],
            ["freqs", jsonArray(frequencies.map((id) => frequencyJson(ground, id)))],
          ]),
        ),
      ),
    ],
  ]);
}

function frequencyJson({ frequenciesKhz }: HfdlGroundStation, id: number): string {
  return `{"id":${id},"freq":${frequenciesKhz[id]}}`;
}

/** Parts of a system table. */
export const systemTableParts = 5;

/** A part of the system table; dumphfdl prints the whole table with the part that completes it. */
export function systemTableJson(part: number): string {
  const table = jsonObject([
    ["err", "false"],
    ["version", String(hfdlSystemTableVersion)],
    ["ground_stations", jsonArray(hfdlGroundStations.map(tabledJson))],
  ]);
  return jsonObject([
    ["err", "false"],
    ["type", typeJson(208, "System table (partial)")],
    ["version", String(hfdlSystemTableVersion)],
    ["systable_partial", `{"part_num":${part},"parts_cnt":${systemTableParts}}`],
    ["systable_complete", part === systemTableParts ? table : null],
  ]);
}

function tabledJson({ id, latitude, longitude, frequenciesKhz }: HfdlGroundStation): string {
  const frequencies = frequenciesKhz.map(
    (khz, index) => `{"freq":${khz * 1_000},"master_frame_slot":${(index * 4) % 13}}`,
  );
  return jsonObject([
    ["id", String(id)],
    ["utc_sync", "false"],
    ["location", `{"lat":${fixed6(latitude)},"lon":${fixed6(longitude)}}`],
    ["spdu_version", "0"],
    ["freqs", jsonArray(frequencies)],
  ]);
}

/** The frequency as a word with one bit, which is 1 for the number 0; dumphfdl takes it for the number of the bit. */
function frequencyWordJson({ frequenciesKhz }: HfdlGroundStation, frequencyHz: number): string {
  const bit = frequenciesKhz.indexOf(frequencyHz / 1_000) + 1;
  const printed = frequenciesKhz[bit];
  return jsonObject([
    ["id", String(2 ** bit)],
    ["freq", printed === undefined ? null : String(printed)],
  ]);
}

function frequenciesReceived({ ground, frequencies }: HfdlFrequencyData["active"][number]): string {
  const [best] = frequencies;
  return jsonObject([
    ["gs", groundJson(ground)],
    ["listening_on_freqs", jsonArray(frequencies.map((id) => frequencyJson(ground, id)))],
    ["heard_on_freqs", jsonArray(best === undefined ? [] : [frequencyJson(ground, best)])],
  ]);
}

export function groundJson(ground: HfdlGroundStation): string {
  return `{"type":"Ground station","id":${ground.id},"name":${quoted(ground.name)}}`;
}

export function addressInfo(transmission: Transmission): string {
  return jsonObject([["icao", quoted(transmission.airframe?.icao ?? "")]]);
}

export function positionJson(position: { latitude: number; longitude: number } | null): string {
  const latitude = fixed6(position?.latitude ?? unknownDegrees);
  return `{"lat":${latitude},"lon":${fixed6(position?.longitude ?? unknownDegrees)}}`;
}

export function timeOfDay(atMs: number): string {
  const at = new Date(atMs);
  return `{"hour":${at.getUTCHours()},"min":${at.getUTCMinutes()},"sec":${at.getUTCSeconds()}}`;
}

function byBitRate(count: number): string {
  return `{"300bps":${count},"600bps":0,"1200bps":0,"1800bps":0}`;
}

export function typeJson(id: number, name: string): string {
  return jsonObject([
    ["id", String(id)],
    ["name", quoted(name)],
  ]);
}

/** Ground stations that the airframe listens for. */
export function frequenciesJson({ active }: HfdlFrequencyData): string {
  return jsonArray(active.map(frequenciesReceived));
}
