import type { VdlFrame } from "../air/transmission.ts";

/** True when the aircraft sends and the ground station listens. */
export function fromAircraft(frame: VdlFrame): boolean {
  switch (frame.kind) {
    case "acars":
      return frame.direction === "downlink";
    case "vdl-supervisory":
      return frame.fromAircraft;
    case "vdl-xid":
      return true;
    case "vdl-gsif":
      return false;
  }
}

/** Avionics that don't know their altitude send one that no airliner reaches. */
export function knownAltitude(feet: number): number | null {
  return feet > 60_000 ? null : feet;
}
