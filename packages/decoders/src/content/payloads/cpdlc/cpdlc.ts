/** CPDLC of FANS-1/A: messages between controllers and pilots, in unaligned PER. */
import type { Fields } from "../../../formats/fields.ts";
import type { PayloadDirection } from "../direction.ts";
import { createBitReader } from "../bits.ts";
import { readMember } from "./per-reader.ts";

/** @returns libacars' `cpdlc`, which has an error instead of the message if not every octet can be read */
export function cpdlcTree(data: Uint8Array, direction: PayloadDirection): Fields {
  // A message that opens or closes a connection may be empty.
  if (data.length === 0) return { err: false };
  const bits = createBitReader(data);
  try {
    const message = readMember(
      bits,
      direction === "uplink" ? "ATCUplinkMessage" : "ATCDownlinkMessage",
    );
    return bits.octetsRead() === data.length ? { err: false, ...message } : { err: true };
  } catch (error) {
    if (error instanceof RangeError) return { err: true };
    throw error;
  }
}
