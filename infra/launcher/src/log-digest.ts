import { isRecord } from "./record.ts";

const lineCharsMax = 65_536;
const shownCharsMax = 200;
const shownMax = 5;
const windowMs = 10_000;
const warn = 40;

/**
 * Picks what a console should show of a process's JSON log lines: warnings and worse, shortened,
 * the same one once and five at most in ten seconds; how many more there were is said afterwards.
 */
export class LogDigest {
  readonly #name: string;
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  #partial = "";
  #windowStart = -Infinity;
  readonly #shown = new Set<string>();
  #held = 0;

  constructor(name: string, say: (line: string) => void, now = () => performance.now()) {
    this.#name = name;
    this.#say = say;
    this.#now = now;
  }

  write(chunk: Buffer): void {
    const lines = (this.#partial + chunk.toString()).split("\n");
    this.#partial = (lines.pop() ?? "").slice(0, lineCharsMax);
    for (const line of lines) {
      const shown = shortened(line);
      if (shown !== null) this.#show(shown);
    }
  }

  #show(text: string): void {
    if (this.#now() - this.#windowStart >= windowMs) {
      if (this.#held > 0) this.#say(`${this.#name}: ${this.#held} more lines in its log`);
      this.#windowStart = this.#now();
      this.#shown.clear();
      this.#held = 0;
    }
    if (this.#shown.size < shownMax && !this.#shown.has(text)) {
      this.#shown.add(text);
      this.#say(`${this.#name}: ${text}`);
    } else {
      this.#held += 1;
    }
  }
}

/** The message of a log line at warning level or above, or null. */
export function shortened(line: string): string | null {
  const entry = parsed(line);
  if (!isRecord(entry) || typeof entry["level"] !== "number" || entry["level"] < warn) return null;
  const cause = isRecord(entry["err"]) ? entry["err"]["message"] : undefined;
  const text = [entry["msg"], cause].filter((part) => typeof part === "string" && part !== "");
  return text.join(": ").replaceAll("\n", " ").slice(0, shownCharsMax);
}

function parsed(line: string): unknown {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
