/** Checksums of messages in texts. */

const crc16Table = Uint16Array.from({ length: 256 }, (_, octet) => {
  let crc = octet << 8;
  for (let bit = 0; bit < 8; bit++)
    crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff;
  return crc;
});

/** Returns the remainder of CRC-16 of ARINC 622: polynomial 0x1021, all ones at the start. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xff_ff;
  for (const octet of bytes) crc = ((crc << 8) ^ (crc16Table[(crc >> 8) ^ octet] ?? 0)) & 0xff_ff;
  return crc;
}

/** Is what `crc16` returns for a sound message followed by its complemented checksum. */
export const crc16Good = 0x1d_0f;

const crc32Table = Uint32Array.from({ length: 256 }, (_, octet) => {
  let crc = octet << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04_c1_1d_b7 : crc << 1;
  return crc;
});

/** Returns CRC-32 of ARINC 665: polynomial 0x04C11DB7, the highest bit first, complemented at the end. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const octet of bytes) crc = (crc << 8) ^ (crc32Table[((crc >>> 24) ^ octet) & 0xff] ?? 0);
  return ~crc >>> 0;
}
