import type { Transmission } from "./air/transmission.ts";
import { acarsBlockOf } from "./air/transmission.ts";
import { DECODERS } from "./decoders/index.ts";
import type { Written } from "./decoders/written.ts";
import type { Heard } from "./hearing.ts";
import { reassemble } from "./hearing.ts";
import type { Random } from "./random.ts";
import type { Receiver } from "./receivers.ts";
import type { Outcome, Reception } from "./reception.ts";
import { throughAcarsRouter } from "./relays/acars-router.ts";
import { throughAirframesClient } from "./relays/airframes-client.ts";

/** Share of bursts that acarsdec decodes on the neighbouring channel as well. */
const NEIGHBOURING_CHANNEL_SHARE = 0.035;
/** Share of posts whose reply is lost, so that they are made again. */
const RETRY_SHARE = 0.01;

/** Everything that one station sends because it heard this transmission. */
export function heardReceptions(
  transmission: Transmission,
  receiver: Receiver,
  random: Random,
): Reception[] {
  const heard = hear(transmission, receiver, random);
  const receptions = send(heard, "message", random);
  const neighbour = onNeighbouringChannel(heard, random);
  if (neighbour !== null) receptions.push(...send(neighbour, "duplicate", random));
  return receptions;
}

function hear(transmission: Transmission, receiver: Receiver, random: Random): Heard {
  const { station } = receiver;
  const block = acarsBlockOf(transmission.content);
  const isRetransmission = transmission.retransmissionOf !== null;
  return {
    station,
    transmission,
    stampMs: Math.round((transmission.atMs + station.clockAheadMs) * 1_000) / 1_000,
    level: receiver.level,
    noise: receiver.noise,
    errors: random.chance(0.12) ? random.integer(1, 3) : 0,
    frequencyHz: transmission.frequencyHz,
    reassembly: block === null ? "skipped" : reassemble(block, station, isRetransmission),
  };
}

/** A strong burst spills over: same content within half a millisecond, 20 to 35 dB weaker. */
function onNeighbouringChannel(heard: Heard, random: Random): Heard | null {
  const { frequenciesMhz } = heard.station;
  if (heard.transmission.band !== "acars" || frequenciesMhz.length < 2) return null;
  if (!random.chance(NEIGHBOURING_CHANNEL_SHARE)) return null;
  const at = frequenciesMhz.indexOf(heard.frequencyHz / 1e6);
  const neighbour = frequenciesMhz[at === 0 ? 1 : at - 1];
  if (neighbour === undefined) return null;
  return {
    ...heard,
    frequencyHz: Math.round(neighbour * 1e6),
    stampMs: heard.stampMs + random.integer(0, 499) / 1_000,
    level: heard.level - random.between(20, 35),
    errors: random.integer(0, 3),
    reassembly: heard.reassembly === "skipped" ? "skipped" : "duplicate",
  };
}

function send(heard: Heard, outcome: Outcome, random: Random): Reception[] {
  const { station } = heard;
  const written = DECODERS[station.decoder](heard, random);
  if (written === null) return [];
  const atMs = heard.stampMs + random.between(4, 40);
  switch (station.relay) {
    case "none":
      return [reception(heard, written, outcome, atMs)];
    case "acars_router":
      return [reception(heard, throughAcarsRouter(written, random), outcome, atMs)];
    case "airframes-client":
      return retried(
        reception(heard, throughAirframesClient(written, station), outcome, atMs),
        random,
      );
    case "direct-and-acars_router":
      return [
        reception(heard, written, outcome, atMs),
        reception(heard, throughAcarsRouter(written, random), "duplicate", atMs + 25),
      ];
  }
}

function retried(first: Reception, random: Random): Reception[] {
  if (!random.chance(RETRY_SHARE)) return [first];
  const isMessage = first.truth.outcome === "message";
  const outcome = isMessage ? "duplicate" : first.truth.outcome;
  const truth = { ...first.truth, outcome };
  return [first, { ...first, atMs: first.atMs + random.between(500, 4_000), truth }];
}

function reception(heard: Heard, written: Written, outcome: Outcome, atMs: number): Reception {
  const { transmission, station } = heard;
  return {
    atMs,
    station,
    bytes: bytesOf(written),
    truth: {
      transmissionId: transmission.id,
      retransmissionOf: transmission.retransmissionOf,
      outcome: written.expected === null ? "not-a-message" : outcome,
      expected: written.expected,
      anonymous: station.anonymous,
    },
  };
}

function bytesOf(written: Written): Buffer {
  return Buffer.from(written.json + written.end, written.encoding);
}
