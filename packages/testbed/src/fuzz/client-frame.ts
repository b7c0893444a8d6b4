/** A masked frame of up to 65,535 bytes, as clients send. @param first FIN and opcode; text unless given */
export function clientFrame(payload: string | Buffer, first = 0x81): Buffer {
  const bytes = Buffer.from(payload);
  const mask = Buffer.alloc(4);
  const long = Buffer.from([first, 0x80 | 126, bytes.length >> 8, bytes.length & 0xff]);
  const head = bytes.length < 126 ? Buffer.from([first, 0x80 | bytes.length]) : long;
  return Buffer.concat([head, mask, bytes]);
}
