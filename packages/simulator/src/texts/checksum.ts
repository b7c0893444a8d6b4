/**
 * The check of ARINC 622 messages and of FMC reports: CRC-16 with polynomial 0x1021, all ones at
 * the start, complemented at the end.
 */
export function arincChecksum(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc ^ 0xffff;
}

export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
