/** The longest line taken, in bytes; the longest real one known is under 8 KiB. */
export const lineBytesMax = 65_536;

const newline = 0x0a;

/** Cuts a byte stream into lines, holding at most one unfinished line. */
export interface Lines {
  /** The lines that a chunk completes; `tooLong` when the one begun is over the limit. */
  push(chunk: Buffer): { readonly complete: Buffer[]; readonly tooLong: Buffer | null };
  /** What is left at the end without a newline, or null. */
  end(): Buffer | null;
}

export function createLines(): Lines {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function take(end: Buffer): Buffer {
    const line = heldBytes === 0 ? end : Buffer.concat([...held, end]);
    held = [];
    heldBytes = 0;
    return line;
  }

  return {
    push(chunk) {
      const complete: Buffer[] = [];
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(newline, from);
        if (at < 0) break;
        complete.push(take(chunk.subarray(from, at)));
        from = at + 1;
      }
      if (from < chunk.length) {
        held.push(chunk.subarray(from));
        heldBytes += chunk.length - from;
      }
      return { complete, tooLong: heldBytes > lineBytesMax ? take(Buffer.alloc(0)) : null };
    },
    end: () => (heldBytes === 0 ? null : take(Buffer.alloc(0))),
  };
}
