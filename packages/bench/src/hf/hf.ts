import { type Instance, startInstance } from "@jetwire/launcher";
import { ActiveChannels, hfdlGroundStations } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { activeFrequencies, runNetwork } from "@jetwire/simulator";
import type { Section } from "../report.ts";
import { seed } from "../simulated-messages.ts";

export interface HfOptions {
  /** How long the simulated network sends. */
  readonly seconds: number;
  /** How long ground stations stay on their frequencies. */
  readonly changeSeconds: number;
  /** Channels that a receiver can listen to. */
  readonly channels: number;
  readonly portBase: number;
}

const stations = 48;
const airframes = 300;
const ratePerSecond = 200;
const askEveryMs = 5_000;
/** Squitters of each ground station have been received once. */
const warmUpMs = 20_000;
const withoutLimits = {
  INGEST_STATION_RATE_MAX: "1000000",
  INGEST_STATION_BURST_MAX: "1000000",
  INGEST_ADDRESS_RATE_MAX: "1000000",
  INGEST_ADDRESS_BURST_MAX: "1000000",
  LOG_LEVEL: "warn",
};

/** A receiver: the channels that it listens to, kHz, and the messages on them. */
interface Receiver {
  readonly name: string;
  tuned: ReadonlySet<number>;
  received: number;
}

/**
 * Runs a whole instance with a simulated network, of which the true frequencies are known, and compares receivers that listen
 * to a few channels of those on air: one that asks `GET /v1/hf/active` every five seconds and takes what squitters announce,
 * one that stays on the channels that were active at first, and one that always knows the truth. A receiver receives every
 * message on its channels.
 */
export async function runHf(options: HfOptions): Promise<Section> {
  const { seconds, channels, portBase } = options;
  const periodMs = options.changeSeconds * 1_000;
  await using instance = await startInstance(withoutLimits, { portBase });
  const follows: Receiver = { name: "follows /v1/hf/active", tuned: new Set(), received: 0 };
  const fixed: Receiver = { name: "stays on the first channels", tuned: new Set(), received: 0 };
  const knows: Receiver = { name: "knows the truth, takes any", tuned: new Set(), received: 0 };
  const receivers = [follows, fixed, knows];
  const onAir = new Set<number>();
  let isCounting = false;
  const ended = new AbortController();
  const [udp = 0] = instance.ready.ingest.udp;
  const sending = runNetwork({
    seed,
    stations,
    ratePerSecond,
    airframes,
    hfdlPeriodMs: periodMs,
    targets: [{ transport: "udp", host: "127.0.0.1", port: udp }],
    signal: ended.signal,
    onReception({ bytes, station, truth: { transmissionId, kind } }) {
      if (station.band !== "hfdl" || kind !== "message" || !isCounting) return;
      if (transmissionId === null || onAir.has(transmissionId)) return;
      onAir.add(transmissionId);
      const khz = frequencyOf(bytes);
      knows.tuned = activeNow(channels, periodMs);
      for (const receiver of receivers) if (receiver.tuned.has(khz)) receiver.received += 1;
    },
  });
  const key = await issueKey(instance);
  await pause(warmUpMs);
  fixed.tuned = activeNow(channels, periodMs);
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    follows.tuned = await askActive(instance.ready.rest, key, channels);
    isCounting = true;
    await pause(askEveryMs);
  }
  ended.abort();
  await sending;
  return {
    name: "hf",
    heading: `messages of HFDL in ${seconds} s, ${channels} channels of ${2 * hfdlGroundStations.length} that are active, others every ${options.changeSeconds} s`,
    rows: [
      ["receiver", "messages", "of all on air"],
      ...receivers.map(({ name, received }) => [name, received, share(received, onAir.size)]),
    ],
    figures: {
      onAir: onAir.size,
      received: Object.fromEntries(receivers.map(({ name, received }) => [name, received])),
    },
  };
}

async function issueKey(instance: Instance): Promise<string> {
  await instance.jetwire("accounts", "add", "receiver");
  const issued = await instance.jetwire("keys", "issue", "--account", "receiver");
  return (issued as { key: string }).key;
}

/** Returns channels of the ground stations that are first in the system table, as they are truly active now. */
function activeNow(countMax: number, periodMs: number): ReadonlySet<number> {
  const nowMs = Date.now();
  const all = hfdlGroundStations.flatMap((ground) =>
    activeFrequencies(ground, nowMs, periodMs).map((number) => ground.frequenciesKhz[number] ?? 0),
  );
  return new Set(all.slice(0, countMax));
}

/** Asks for the active channels, and returns those of the highest score that squitters announce. */
async function askActive(url: string, key: string, countMax: number): Promise<ReadonlySet<number>> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/hf/active`, { headers });
  if (!response.ok) throw new Error(`hf/active answered ${response.status}`);
  const { channels } = ActiveChannels.parse(await response.json());
  const announced = channels.filter(({ announcedAt }) => announcedAt !== null);
  return new Set(
    announced.slice(0, countMax).map(({ frequency }) => Math.round(frequency * 1_000)),
  );
}

/** Returns the frequency in the output of dumphfdl, kHz. */
function frequencyOf(bytes: Buffer): number {
  return Number(/"freq":\s*(\d+)/.exec(bytes.toString("latin1"))?.[1] ?? 0) / 1_000;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}
