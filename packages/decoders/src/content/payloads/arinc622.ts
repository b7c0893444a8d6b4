/**
 * ARINC 622: binary messages of air traffic services in the characters of an ACARS text, which are
 * `/KZAKCAYA.ADS.N123ZZ0…`: the ground address, a dot, what the message is, the registration of seven
 * characters, and octets in hexadecimal digits with a checksum at their end. The layout is that of
 * ARINC 622-4; the names of members are those of libacars' trees (`arinc.c`).
 */
import type { Fields } from "../../formats/fields.ts";
import { adscTree } from "./adsc/adsc.ts";
import { cpdlcTree } from "./cpdlc/cpdlc.ts";
import { octetsOfHex } from "./bits.ts";
import { crc16, crc16Good } from "./checksums.ts";
import type { PayloadDirection } from "./direction.ts";

/** The kinds of messages in the order in which libacars looks for them, with its names of them. */
const kinds = [
  [".AT1", "fans1a_cpdlc_msg"],
  [".CR1", "fans1a_cpdlc_connect_request"],
  [".CC1", "fans1a_cpdlc_connect_confirm"],
  [".DR1", "fans1a_cpdlc_disconnect_request"],
  [".ADS", "adsc_msg"],
  [".DIS", "adsc_disconnect_request"],
] as const;

const groundAddressPattern = /^(?:[A-Z\d]{7}|[A-Z\d]{4})$/;
/** No longer address is read, so no later place of a kind is looked for. */
const groundCharsMax = 7;
const kindChars = 3;
const registrationChars = 7;
const checksumOctets = 2;

/**
 * Reads a message.
 *
 * @param text without sublabel and MFI
 * @returns libacars' `arinc622`; null if the text is none, or its application is not known
 */
export function arinc622Tree(text: string, direction: PayloadDirection): Fields | null {
  const start = text.startsWith("/") ? 1 : 0;
  const head = text.slice(start, start + groundCharsMax + 1 + kindChars);
  const kind = kinds.find(([name]) => head.includes(name));
  if (kind === undefined) return null;
  const [name, type] = kind;
  const groundChars = head.indexOf(name);
  const ground = head.slice(0, groundChars);
  const dataFrom = start + groundChars + 1 + kindChars + registrationChars;
  if (!groundAddressPattern.test(ground) || text.length < dataFrom + 2 * checksumOctets)
    return null;
  const octets = octetsOfHex(text, dataFrom);
  const checkedFrom = start + groundChars + 1;
  const checked = Buffer.from(text.slice(checkedFrom, dataFrom), "latin1");
  const data = octets.subarray(0, Math.max(0, octets.length - checksumOctets));
  return {
    msg_type: type,
    crc_ok: crc16(Buffer.concat([checked, octets])) === crc16Good,
    gs_addr: ground,
    air_addr: text.slice(checkedFrom + kindChars, dataFrom),
    ...(type.startsWith("adsc")
      ? { adsc: adscTree(data, direction, name === ".DIS") }
      : { cpdlc: cpdlcTree(data, direction) }),
  };
}
