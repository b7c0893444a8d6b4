import { useState } from "react";

/** Counts of one redaction. */
interface CountedRedaction<Counted> {
  /** The messages that an operator has counted before it. */
  readonly counted: Counted | null;
  /** How many messages it has deleted so far. */
  readonly redacted: number | null;
  /** Begins anew with what was counted, or ends it: then what was deleted is still shown. */
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
    setCounted(next) {
      setCounted(next);
      if (next !== null) setRedacted(null);
    },
    setRedacted,
    forget() {
      setCounted(null);
      setRedacted(null);
    },
  };
}
