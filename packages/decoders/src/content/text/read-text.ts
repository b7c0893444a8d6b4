import type { DecodedMessage } from "../../formats/decoded-message.ts";
import type { Findings } from "../findings.ts";
import { createLibraryReader, isForLibrary } from "./library.ts";
import { readAfn } from "./readers/afn.ts";
import { readAtis } from "./readers/atis.ts";
import { readFlightEvent } from "./readers/flight-events.ts";
import { readLabel1l } from "./readers/label-1l.ts";
import { readLabel5z } from "./readers/label-5z.ts";
import { readOooiLabel } from "./readers/oooi-labels.ts";
import { readPositionReport } from "./readers/positions.ts";
import { factsToFindings, type TextFacts } from "./text-facts.ts";
import { createTimeBudget } from "./time-budget.ts";

/** Longer texts are not read: no format is that long, and compressed parts grow. */
const textCharsMax = 4_096;

/** The part of each second in which texts are read. */
const timeShareMax = 0.25;

/** How many texts were read, of no known format, too damaged, or skipped because time was used up. */
export interface TextCounts {
  read: number;
  unknown: number;
  failed: number;
  skipped: number;
}

export function createTextCounts(): TextCounts {
  return { read: 0, unknown: 0, failed: 0, skipped: 0 };
}

export interface TextReaderOptions {
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Counts what becomes of texts. */
  readonly counts?: TextCounts;
}

type TextMessage = Pick<DecodedMessage, "label" | "text" | "headChars" | "stationTimeMs">;

/**
 * Creates a reader of texts: readers of our own, and then `@airframes/acars-decoder`. It never throws.
 * Creating one costs more than using it.
 */
export function createTextReader({
  now,
  counts = createTextCounts(),
}: TextReaderOptions): (message: TextMessage) => Findings | null {
  const budget = createTimeBudget(timeShareMax, now);
  const readByLibrary = createLibraryReader();

  function read({ label, text, headChars, stationTimeMs }: TextMessage): TextFacts | null {
    if (label === null || text === null) return null;
    // JAERO begins all lines but the first with a tab.
    const body = text.slice(headChars).replaceAll("\n\t", "\n");
    const own = readByOwn(label, body);
    if (own !== null || !isForLibrary(label, body)) return own;
    return readByLibrary(label, body, stationTimeMs);
  }

  return (message) => {
    const { label, text } = message;
    if (label === null || text === null || text === "" || text.length > textCharsMax) return null;
    if (!budget.hasTime()) {
      counts.skipped++;
      return null;
    }
    let result: keyof TextCounts = "failed";
    try {
      const facts = read(message);
      result = facts === null ? "unknown" : "read";
      return facts && factsToFindings(facts);
    } catch {
      // Texts may be damaged by radio, which not every format of the library expects.
      return null;
    } finally {
      budget.used();
      counts[result]++;
    }
  };
}

function readByOwn(label: string, text: string): TextFacts | null {
  switch (label) {
    case "5Z":
      return readLabel5z(text);
    case "A0":
    case "B0":
      return readAfn(text);
    case "A9":
    case "B9":
      return readAtis(label, text);
    default:
      return (
        readOooiLabel(label, text) ??
        readPositionReport(label, text) ??
        (label === "1L" ? readLabel1l(text) : readFlightEvent(text))
      );
  }
}
