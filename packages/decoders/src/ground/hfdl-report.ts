import { unwrapped } from "../formats/envelope.ts";
import { type Fields, fieldsOf, isFields } from "../formats/fields.ts";
import { hfdlGroundStation } from "../formats/members/ground-station.ts";

/** The report of an aircraft on its reception of one ground station of HFDL. */
interface HfdlReport {
  readonly groundStation: number;
  /** Numbers of frequencies of the ground station: to which the aircraft listens, and on which it has received it. */
  readonly tuned: readonly number[];
  readonly received: readonly number[];
  /** Counts of MPDUs by bit rate: 300, 600, 1200, 1800. Null in frequency data. */
  readonly mpdus: MpduCounts | null;
  /** Squitters that it received and missed; null in frequency data. */
  readonly squittersReceived: number | null;
  readonly squittersMissed: number | null;
  /** The code of the reason for its last change of frequency. */
  readonly changeCause: number | null;
}

interface MpduCounts {
  readonly received: readonly number[];
  readonly failed: readonly number[];
  readonly sent: readonly number[];
  readonly delivered: readonly number[];
}

/** Ground stations in the object of a message of dumphfdl, besides the members of the message. */
export interface HfdlDetails {
  /** The number of the ground station that sent it or that it was sent to. */
  readonly groundStation: number | null;
  readonly reports: readonly HfdlReport[];
}

/** Frequency data name about six ground stations. */
const reportsMax = 32;
/** A ground station has at most 20 frequencies. */
const frequencyNumberMax = 19;
const countMax = 2_097_152;
const rates = ["300bps", "600bps", "1200bps", "1800bps"] as const;

/** Reads the object of a message as it is kept. Never throws; other decoders' objects say nothing. */
export function readHfdlDetails(raw: string): HfdlDetails {
  const lpdu = fieldsOf(fieldsOf(unwrappedObject(raw).hfdl).lpdu);
  const src = fieldsOf(lpdu.src);
  const sent = src.type === "Ground station" ? src : fieldsOf(lpdu.dst);
  return { groundStation: numberOf(sent), reports: reportsOf(fieldsOf(lpdu.hfnpdu)) };
}

function unwrappedObject(raw: string): Fields {
  try {
    const value: unknown = JSON.parse(raw);
    return isFields(value) ? unwrapped(value) : {};
  } catch {
    return {};
  }
}

function reportsOf(hfnpdu: Fields): HfdlReport[] {
  if (hfnpdu.err === true) return [];
  const name = fieldsOf(hfnpdu.type).name;
  if (name === "Performance data") return performanceOf(hfnpdu);
  return name === "Frequency data" ? frequencyDataOf(hfnpdu) : [];
}

function performanceOf(hfnpdu: Fields): HfdlReport[] {
  const groundStation = numberOf(fieldsOf(hfnpdu.gs));
  if (groundStation === null) return [];
  const stats = fieldsOf(hfnpdu.pdu_stats);
  const frequency = frequencyOfBit(fieldsOf(hfnpdu.frequency).id);
  return [
    {
      groundStation,
      tuned: frequency,
      received: frequency,
      mpdus: {
        received: countsByRate(stats.mpdus_rx_ok_cnt),
        failed: countsByRate(stats.mpdus_rx_err_cnt),
        sent: countsByRate(stats.mpdus_tx_cnt),
        delivered: countsByRate(stats.mpdus_delivered_cnt),
      },
      squittersReceived: countOf(stats.spdus_rx_ok_cnt),
      squittersMissed: countOf(stats.spdus_missed_cnt),
      changeCause: countOf(fieldsOf(hfnpdu.last_freq_change_cause).code),
    },
  ];
}

function frequencyDataOf({ freq_data: data }: Fields): HfdlReport[] {
  if (!Array.isArray(data)) return [];
  const reports = new Map<number, HfdlReport>();
  for (const entry of data.slice(0, reportsMax)) {
    const { gs, listening_on_freqs: tuned, heard_on_freqs: received } = fieldsOf(entry);
    const groundStation = numberOf(fieldsOf(gs));
    if (groundStation === null) continue;
    reports.set(groundStation, {
      groundStation,
      tuned: frequencyNumbers(tuned),
      received: frequencyNumbers(received),
      mpdus: null,
      squittersReceived: null,
      squittersMissed: null,
      changeCause: null,
    });
  }
  return [...reports.values()];
}

function numberOf({ id }: Fields): number | null {
  const address = hfdlGroundStation(id);
  return address === null ? null : Number(address);
}

/**
 * Reads the frequency of performance data, which is one bit of a word: of the number 0 the bit 1. The `freq` that
 * dumphfdl prints there counts from bit 0, so it is the next one of the system table.
 */
function frequencyOfBit(word: unknown): number[] {
  const number = Math.log2(countOf(word) ?? 0) - 1;
  return Number.isInteger(number) && number >= 0 && number <= frequencyNumberMax ? [number] : [];
}

/** Reads numbers of frequencies, each once. */
function frequencyNumbers(entries: unknown): number[] {
  if (!Array.isArray(entries)) return [];
  const ids = entries.slice(0, reportsMax).map((entry) => countOf(fieldsOf(entry).id));
  const numbers = ids.filter((id): id is number => id !== null && id <= frequencyNumberMax);
  return [...new Set(numbers)];
}

function countsByRate(value: unknown): number[] {
  const counts = fieldsOf(value);
  return rates.map((rate) => countOf(counts[rate]) ?? 0);
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= countMax
    ? value
    : null;
}
