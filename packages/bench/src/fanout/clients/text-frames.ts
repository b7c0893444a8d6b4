const finalText = 0x81;
const masked = 0x80;

/** A server's text frame (RFC 6455 5.2). */
export function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length, 0), payload]);
}

/**
 * A client's text frame. Its masking key is zero, which leaves the payload as it is: the frame can
 * be made once and sent by every connection.
 */
export function clientTextFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length, masked), Buffer.alloc(4), payload]);
}

function header(length: number, mask: number): Buffer {
  if (length < 126) return Buffer.from([finalText, mask | length]);
  if (length < 65_536) return Buffer.from([finalText, mask | 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(10);
  long.writeUInt16BE((finalText << 8) | mask | 127);
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
