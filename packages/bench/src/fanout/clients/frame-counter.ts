/** The beginning of a WebSocket frame's payload. */
export interface FrameHead {
  readonly opcode: number;
  /** The bit RSV1: the payload is compressed. */
  readonly isCompressed: boolean;
  /** Bytes of the payload, all of it. */
  readonly length: number;
  /** Holds at least the first `peekBytes` of the payload, or all of a shorter one. */
  readonly bytes: Uint8Array;
  /** Index in `bytes` at which the payload begins. */
  readonly start: number;
}

/** Walks from frame header to frame header of what a server sends (RFC 6455 5.2, unmasked). */
export interface FrameCounter {
  /** Reads the next bytes of the stream. They are not kept beyond the call. */
  push(chunk: Uint8Array): void;
}

const none = new Uint8Array(0);

/**
 * Reports each frame once, when the beginning of its payload has arrived. Payloads are skipped, not
 * looked at, so that a reader costs next to nothing whatever the messages weigh.
 *
 * @param peekBytes bytes of a payload that must have arrived before its frame is reported
 */
export function createFrameCounter(
  peekBytes: number,
  onFrame: (head: FrameHead) => void,
): FrameCounter {
  /** Bytes to skip of a payload whose frame was reported. */
  let toSkip = 0;
  /** The beginning of a frame that cannot be reported yet. */
  let begun: Uint8Array = none;

  function pushRest(chunk: Uint8Array): Uint8Array {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    const rest = chunk.subarray(skipped);
    return begun.length === 0 ? rest : Buffer.concat([begun, rest]);
  }

  return {
    push(chunk) {
      const bytes = pushRest(chunk);
      let at = 0;
      for (;;) {
        const header = headerAt(bytes, at);
        if (header === null) break;
        const { opcode, isCompressed, start, length } = header;
        if (bytes.length < start + Math.min(length, peekBytes)) break;
        onFrame({ opcode, isCompressed, length, bytes, start });
        at = start + length;
        if (at >= bytes.length) break;
      }
      toSkip += Math.max(0, at - bytes.length);
      begun = at < bytes.length ? Uint8Array.from(bytes.subarray(at)) : none;
    },
  };
}

function headerAt(bytes: Uint8Array, at: number) {
  const first = bytes[at];
  const second = bytes[at + 1];
  if (first === undefined || second === undefined) return null;
  const kind = { opcode: first & 0x0f, isCompressed: (first & 0x40) !== 0 };
  const short = second & 0x7f;
  if (short < 126) return { ...kind, start: at + 2, length: short };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (short === 126) {
    if (bytes.length < at + 4) return null;
    return { ...kind, start: at + 4, length: view.getUint16(at + 2) };
  }
  if (bytes.length < at + 10) return null;
  return { ...kind, start: at + 10, length: Number(view.getBigUint64(at + 2)) };
}

/** Returns true if a payload begins with these bytes. */
export function beginsWith({ bytes, start, length }: FrameHead, prefix: Uint8Array): boolean {
  if (length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) {
    if (bytes[start + i] !== prefix[i]) return false;
  }
  return true;
}
