import type { Message } from "@jetwire/protocol";
import type { DecodedMessage } from "../formats/decoded-message.ts";
import { earthStation, vdlGroundStation } from "../formats/members/ground-station.ts";
import { readRaw } from "../formats/read-raw.ts";
import type { GroundSystem } from "./ground-sighting.ts";

const systemOfSource: ReadonlyMap<string, GroundSystem> = new Map([
  ["hfdl", "hfdl"],
  ["vdl", "vdl"],
  ["aero-acars", "aero"],
]);

/** Returns the system of messages of this source type; undefined if it has no known ground stations. */
export function groundSystemOf(sourceType: string): GroundSystem | undefined {
  return systemOfSource.get(sourceType);
}

/**
 * Returns the id of the ground station that sent a message or that it was sent to; null if that is not
 * known.
 *
 * @param raw the decoder's object, null if it is not kept: only there is the number of one of HFDL
 */
export function groundStationOf(
  message: Pick<Message, "sourceType" | "linkDirection" | "fromHex" | "toHex">,
  raw: string | null,
): string | null {
  const { sourceType, linkDirection, fromHex, toHex } = message;
  if (sourceType === "hfdl") return raw === null ? null : groundStationInRaw(raw);
  const address = linkDirection === "uplink" ? fromHex : linkDirection === null ? null : toHex;
  if (sourceType === "vdl") return idOf("vdl", vdlGroundStation(address));
  return sourceType === "aero-acars" ? idOf("aero", earthStation(address)) : null;
}

function groundStationInRaw(raw: string): string | null {
  const result = readRaw(raw);
  return result.status === "rejected" ? null : groundStationIn(result.message);
}

function groundStationIn({ sourceType, groundStation }: DecodedMessage): string | null {
  const system = groundSystemOf(sourceType);
  return system === undefined ? null : idOf(system, groundStation);
}

function idOf(system: GroundSystem, address: string | null): string | null {
  return address === null ? null : `${system}-${address}`;
}
