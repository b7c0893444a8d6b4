/** The longest valid line in bytes. The longest known from a decoder is below 8 KiB. */
export const lineBytesMax = 65_536;

const newline = 0x0a;

/** Splits a byte stream into lines, and keeps at most one unfinished line. */
export function createLines() {
  let pending: Buffer[] = [];
  let pendingBytes = 0;

  function pull(end: Buffer): Buffer {
    const line = pendingBytes === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    pendingBytes = 0;
    return line;
  }

  return {
    /** Returns the lines that a chunk completes; `tooLong` if the unfinished one exceeds the limit. */
    push(chunk: Buffer): { readonly complete: Buffer[]; readonly tooLong: Buffer | null } {
      const complete: Buffer[] = [];
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(newline, from);
        if (at < 0) break;
        complete.push(pull(chunk.subarray(from, at)));
        from = at + 1;
      }
      if (from < chunk.length) {
        pending.push(chunk.subarray(from));
        pendingBytes += chunk.length - from;
      }
      return { complete, tooLong: pendingBytes > lineBytesMax ? pull(Buffer.alloc(0)) : null };
    },
    /** Returns the last line if it has no newline, else null. */
    end: (): Buffer | null => (pendingBytes === 0 ? null : pull(Buffer.alloc(0))),
  };
}
