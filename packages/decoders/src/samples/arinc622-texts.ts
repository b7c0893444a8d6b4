/** A number and how many bits it has; negative ones are in two's complement. */
export type PackedField = readonly [value: number, bits: number];

/** Returns fields one after the other as octets, filled up with zeros. */
export function packed(...fields: readonly PackedField[]): Uint8Array {
  const bits = fields
    .map(([value, size]) =>
      ((BigInt(value) + (1n << 64n)) & ((1n << BigInt(size)) - 1n)).toString(2).padStart(size, "0"),
    )
    .join("");
  const octets = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0").match(/.{8}/g) ?? [];
  return Uint8Array.from(octets, (octet) => Number.parseInt(octet, 2));
}

/** Returns the text of a message: `/ZZZZAYA.ADS.XX-ABC`, the octets in hexadecimal digits, and a checksum. */
export function arinc622Text(kind: string, data: Uint8Array): string {
  const checked = Buffer.concat([Buffer.from(`${kind}.XX-ABC`, "latin1"), data]);
  let crc = 0xff_ff;
  for (const octet of checked) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((crc >> 15) ^ (octet >> bit)) & 1;
      crc = ((crc << 1) & 0xff_ff) ^ (isSet ? 0x10_21 : 0);
    }
  }
  const checksum = (crc ^ 0xff_ff).toString(16).padStart(4, "0");
  return `/ZZZZAYA.${kind}.XX-ABC${Buffer.from(data).toString("hex")}${checksum}`.toUpperCase();
}
