import type { VdlFrame } from "../air/transmission.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";

/** True when the aircraft sends and the ground station listens. */
export function fromAircraft(frame: VdlFrame): boolean {
  switch (frame.kind) {
    case "acars":
      return frame.direction === "downlink";
    case "vdl-atn":
    case "vdl-supervisory":
      return frame.fromAircraft;
    case "vdl-xid":
      return true;
    case "vdl-gsif":
      return false;
  }
}

/** Addresses and frequency as VDL2 decoders print them. */
export function vdlLink({ transmission, frequencyHz }: ReceivedTransmission, frame: VdlFrame) {
  const icao = transmission.airframe?.icao ?? null;
  const down = fromAircraft(frame);
  return {
    sourceType: "vdl",
    linkDirection: down ? ("downlink" as const) : ("uplink" as const),
    fromHex: down ? icao : transmission.groundAddress,
    toHex: down ? transmission.groundAddress : icao,
    icao,
    frequency: frequencyHz / 1e6,
  };
}

/** Avionics that don't know their altitude send one that no airliner reaches. */
export function knownAltitude(feet: number): number | null {
  return feet > 60_000 ? null : feet;
}
