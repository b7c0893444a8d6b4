import { isRecord } from "../json-file.ts";

const lineCharsMax = 65_536;
const shownCharsMax = 200;
const shownMax = 5;
const windowMs = 10_000;
const warn = 40;

/**
 * Prints warnings and errors of a process's JSON log lines, shortened: each text once and at most
 * five texts in ten seconds. Reports the number of suppressed lines afterwards.
 */
export class LogDigest {
  readonly #name: string;
  readonly #print: (line: string) => void;
  readonly #now: () => number;
  #partial = "";
  #windowStart = -Infinity;
  readonly #shown = new Set<string>();
  #suppressed = 0;

  constructor(name: string, print: (line: string) => void, now = () => performance.now()) {
    this.#name = name;
    this.#print = print;
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
      if (this.#suppressed > 0)
        this.#print(`${this.#name}: ${this.#suppressed} more lines in its log`);
      this.#windowStart = this.#now();
      this.#shown.clear();
      this.#suppressed = 0;
    }
    if (this.#shown.size < shownMax && !this.#shown.has(text)) {
      this.#shown.add(text);
      this.#print(`${this.#name}: ${text}`);
    } else {
      this.#suppressed += 1;
    }
  }
}

/** Returns the message of a log line at level warning or above, or null. */
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
