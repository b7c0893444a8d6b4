import type { AnnouncedChannel, ReceivedChannel, ReportedChannel } from "@jetwire/db";
import {
  type ActiveChannel,
  distanceKm,
  hfdlGroundStations,
  middleOf,
  type GeoPoint,
  sunElevation,
} from "@jetwire/protocol";

/** Evidence of the last minutes, from the database. */
export interface HfEvidence {
  readonly announced: readonly AnnouncedChannel[];
  readonly received: readonly ReceivedChannel[];
  readonly reporting: readonly ReportedChannel[];
}

const nearKm = 1_000;
/** The most channels of an answer; forged ones have the least evidence. */
const channelsMax = 300;
/** The best frequency at night, and with a high sun, MHz, as a rule of thumb. */
const bestMhz = [6, 15] as const;
const sunDegrees = [-12, 30] as const;

const known = new Map(hfdlGroundStations.map((station) => [station.id, station]));

/** Returns the active channels with their evidence, for a point those first that are most likely received there. */
export function activeChannels(
  { announced, received, reporting }: HfEvidence,
  point: GeoPoint | null,
  nowMs: number,
): ActiveChannel[] {
  const announcedAt = new Map(announced.map((one) => [keyOf(one), one.announcedAt]));
  const byChannel = Map.groupBy(received, keyOf);
  const aircraft = new Map(reporting.map((one) => [reportedKey(one), one.aircraft]));
  const keys = new Set([...announcedAt.keys(), ...byChannel.keys()]);
  return [...keys]
    .map((key) => {
      const evidence = { announcedAt: announcedAt.get(key) ?? null, received: byChannel.get(key) ?? [] }; // prettier-ignore
      return toChannel(key, { ...evidence, reporting: aircraft.get(key) ?? 0 }, point, nowMs);
    })
    .toSorted((a, b) => b.score - a.score || b.receptions - a.receptions)
    .slice(0, channelsMax);
}

function keyOf({ groundStation, khz }: { groundStation: number; khz: number }): string {
  return `${groundStation} ${khz}`;
}

/** Returns the channel of a number of a frequency, which is its point in the system table. */
function reportedKey({ groundStation, frequencyNumber }: ReportedChannel): string {
  return `${groundStation} ${known.get(groundStation)?.frequenciesKhz[frequencyNumber] ?? 0}`;
}

interface ChannelEvidence {
  readonly announcedAt: string | null;
  readonly received: readonly ReceivedChannel[];
  readonly reporting: number;
}

function toChannel(
  key: string,
  { announcedAt, received, reporting }: ChannelEvidence,
  point: GeoPoint | null,
  nowMs: number,
): ActiveChannel {
  const [groundStation = 0, khz = 0] = key.split(" ").map(Number);
  const station = known.get(groundStation) ?? null;
  const receivedAt = latest(received.map((one) => one.receivedAt));
  const snrCount = received.reduce((sum, one) => sum + one.snrCount, 0);
  const ageMs = nowMs - Date.parse(latest([announcedAt, receivedAt]) ?? "");
  const distance = point && station && distanceKm(point, station);
  const sun = point && station && sunElevation(middleOf(point, station), nowMs);
  const near = point === null ? [] : received.filter((one) => kmBetween(one, point) <= nearKm);
  const nearReceptions = point === null ? 0 : weightedReceptions(received, point);
  const frequency = khz / 1_000;
  const ageSeconds = Math.max(0, Math.round(ageMs / 1_000));
  return {
    groundStationId: `hfdl-${groundStation}`,
    groundStation: station?.name ?? null,
    latitude: station?.latitude ?? null,
    longitude: station?.longitude ?? null,
    frequency,
    announcedAt,
    squitterAt: latest(received.map((one) => one.squitterAt)),
    receivedAt,
    receptions: received.reduce((sum, one) => sum + one.receptions, 0),
    stations: received.length,
    stationsNear: near.length,
    reporting,
    snr: snrCount === 0 ? null : tenth(received.reduce((sum, one) => sum + one.snrSum, 0) / snrCount), // prettier-ignore
    ageSeconds,
    distance: distance === null ? null : Math.round(distance),
    sunElevation: sun === null ? null : tenth(sun),
    score: scoreOf({ nearReceptions, received: received.length, ageSeconds, frequency, distance, sun }), // prettier-ignore
  };
}

interface Scored {
  readonly nearReceptions: number;
  /** Stations anywhere that received it. */
  readonly received: number;
  readonly ageSeconds: number;
  readonly frequency: number;
  readonly distance: number | null;
  readonly sun: number | null;
}

/**
 * Returns a score from 0 to 1. What was received near the point weighs most: it is measured. The sun and the distance only
 * tell what is usual.
 */
function scoreOf({ nearReceptions, received, ageSeconds, frequency, distance, sun }: Scored) {
  const near = nearReceptions / (nearReceptions + 3);
  const anywhere = received / (received + 2);
  const fresh = Math.exp(-ageSeconds / 600);
  const usual = sun === null ? 0.5 : Math.max(0, 1 - Math.abs(Math.log(frequency / bestOf(sun))));
  const reach = distance === null ? 0.5 : Math.exp(-distance / 5_000);
  const score = 0.5 * near + 0.1 * anywhere + 0.15 * fresh + 0.15 * usual + 0.1 * reach;
  return Math.round(score * 1_000) / 1_000;
}

function bestOf(sun: number): number {
  const [dark, high] = sunDegrees;
  const share = Math.max(0, Math.min(1, (sun - dark) / (high - dark)));
  return bestMhz[0] + share * (bestMhz[1] - bestMhz[0]);
}

/** Returns receptions, those of stations 500 km away by half. */
function weightedReceptions(received: readonly ReceivedChannel[], point: GeoPoint): number {
  return received.reduce((sum, one) => {
    const km = kmBetween(one, point);
    return km === Number.POSITIVE_INFINITY ? sum : sum + one.receptions / (1 + (km / 500) ** 2);
  }, 0);
}

function kmBetween({ latitude, longitude }: ReceivedChannel, point: GeoPoint): number {
  return latitude === null || longitude === null
    ? Number.POSITIVE_INFINITY
    : distanceKm({ latitude, longitude }, point);
}

/** Returns the latest of times in ISO 8601. */
function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
