import type { Transmission } from "./air/transmission.ts";
import { acarsBlockOf } from "./air/transmission.ts";
import { decoderWriters } from "./decoders/index.ts";
import type { DecoderOutput } from "./decoders/decoder-output.ts";
import type { ReceivedTransmission } from "./received-transmission.ts";
import { reassemble } from "./received-transmission.ts";
import type { SeededRandom } from "./random.ts";
import type { Receiver } from "./receivers.ts";
import type { ReceptionKind, Reception } from "./reception.ts";
import { throughAcarsRouter } from "./relays/acars-router.ts";
import { throughAirframesClient } from "./relays/airframes-client.ts";

/** Share of bursts that acarsdec decodes on the neighbouring channel as well. */
const neighbouringChannelShare = 0.035;
/** Share of posts whose reply is lost, so that they are made again. */
const retryShare = 0.01;

/** Returns everything that one station sends when it receives this transmission. */
export function receptionsOnAir(
  transmission: Transmission,
  receiver: Receiver,
  random: SeededRandom,
): Reception[] {
  const received = receive(transmission, receiver, random);
  const receptions = send(received, "message", random);
  const neighbour = onNeighbouringChannel(received, random);
  if (neighbour !== null) receptions.push(...send(neighbour, "duplicate", random));
  return receptions;
}

function receive(
  transmission: Transmission,
  receiver: Receiver,
  random: SeededRandom,
): ReceivedTransmission {
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

/** Returns the copy of a strong burst on a neighbouring channel: the same content within half a millisecond, 20 to 35 dB weaker. */
function onNeighbouringChannel(
  received: ReceivedTransmission,
  random: SeededRandom,
): ReceivedTransmission | null {
  const { frequenciesMhz } = received.station;
  if (received.transmission.band !== "acars" || frequenciesMhz.length < 2) return null;
  if (!random.chance(neighbouringChannelShare)) return null;
  const at = frequenciesMhz.indexOf(received.frequencyHz / 1e6);
  const neighbour = frequenciesMhz[at === 0 ? 1 : at - 1];
  if (neighbour === undefined) return null;
  return {
    ...received,
    frequencyHz: Math.round(neighbour * 1e6),
    stampMs: received.stampMs + random.integer(0, 499) / 1_000,
    level: received.level - random.between(20, 35),
    errors: random.integer(0, 3),
    reassembly: received.reassembly === "skipped" ? "skipped" : "duplicate",
  };
}

function send(
  received: ReceivedTransmission,
  kind: ReceptionKind,
  random: SeededRandom,
): Reception[] {
  const { station } = received;
  const output = decoderWriters[station.decoder](received, random);
  if (output === null) return [];
  const atMs = received.stampMs + random.between(4, 40);
  switch (station.relay) {
    case "none":
      return [reception(received, output, kind, atMs)];
    case "acars_router":
      return [reception(received, throughAcarsRouter(output, random), kind, atMs)];
    case "airframes-client":
      return retried(
        reception(received, throughAirframesClient(output, station), kind, atMs),
        random,
      );
    case "direct-and-acars_router":
      return [
        reception(received, output, kind, atMs),
        reception(received, throughAcarsRouter(output, random), "duplicate", atMs + 25),
      ];
  }
}

function retried(first: Reception, random: SeededRandom): Reception[] {
  if (!random.chance(retryShare)) return [first];
  const isMessage = first.truth.kind === "message";
  const kind = isMessage ? "duplicate" : first.truth.kind;
  const truth = { ...first.truth, kind };
  return [first, { ...first, atMs: first.atMs + random.between(500, 4_000), truth }];
}

function reception(
  received: ReceivedTransmission,
  output: DecoderOutput,
  kind: ReceptionKind,
  atMs: number,
): Reception {
  const { transmission, station } = received;
  return {
    atMs,
    station,
    bytes: bytesOf(output),
    truth: {
      transmissionId: transmission.id,
      retransmissionOf: transmission.retransmissionOf,
      kind: output.expected === null ? "not-a-message" : kind,
      expected: output.expected,
      flight: null,
      anonymous: station.anonymous,
    },
  };
}

function bytesOf(output: DecoderOutput): Buffer {
  return Buffer.from(output.json + output.end, output.encoding);
}
