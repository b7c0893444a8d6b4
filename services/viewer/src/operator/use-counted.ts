import { useState } from "react";

/** Counts of one redaction: what an operator has counted before it, and how many messages it has deleted so far. */
interface CountedRedaction<Counted> {
  readonly counted: Counted | null;
  readonly redacted: number | null;
  setCounted(counted: Counted | null): void;
  setRedacted(messages: number): void;
  /** Forgets both: what was counted is not what would be redacted now. */
  forget(): void;
}

/** Keeps the state of one redaction. */
export function useCounted<Counted>(): CountedRedaction<Counted> {
  const [counted, setCounted] = useState<Counted | null>(null);
  const [redacted, setRedacted] = useState<number | null>(null);
  return {
    counted,
    redacted,
    setCounted,
    setRedacted,
    forget() {
      setCounted(null);
      setRedacted(null);
    },
  };
}
