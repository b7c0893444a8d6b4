import { withoutStationKeys } from "@jetwire/protocol";
import type { LineTarget, ParsedObject } from "@jetwire/transport";
import type { ReceivedLine } from "../buffer/record.ts";
import { programOf } from "./program-of.ts";
import { createRate } from "./rate.ts";

/** The parts of the buffer that an input uses. */
interface InputBuffer {
  readonly fill: number;
  append(line: ReceivedLine): void;
}

export type Input = ReturnType<typeof createInput>;

/** The length of a line as the page shows it. */
const shownChars = 400;
const programsMax = 16;

/** Creates what receives the lines of one port: it counts them, and adds objects to the buffer. */
export function createInput(name: string, buffer: InputBuffer) {
  const rate = createRate();
  const programs = new Map<string, number>();
  const rejectedBy = new Map<string, number>();
  let lines = 0;
  let last: { readonly atMs: number; readonly text: string } | null = null;
  let lastRejected: { readonly atMs: number; readonly text: string } | null = null;

  function offerOne(object: ParsedObject): void {
    const atMs = Date.now();
    if ("reason" in object) {
      count(rejectedBy, object.reason);
      lastRejected = { atMs, text: shown(object.raw) };
      return;
    }
    const { raw, value } = object;
    // Pretty-printed objects become one line; newlines in strings were repaired in the value.
    const text = /[\r\n]/.test(raw) ? JSON.stringify(value) : raw;
    const program = programOf(value);
    if (programs.has(program) || programs.size < programsMax) count(programs, program);
    lines++;
    rate.add();
    last = { atMs, text: shown(text) };
    buffer.append({ receivedAtMs: atMs, input: name, text });
  }

  const target: LineTarget = {
    get fill() {
      return buffer.fill;
    },
    offer(objects) {
      for (const object of objects) offerOne(object);
    },
  };
  return {
    name,
    target,
    /** The counts since the start. */
    get state() {
      return {
        lines,
        perMinute: rate.perMinute,
        programs: Object.fromEntries(programs),
        rejected: Object.fromEntries(rejectedBy),
        last,
        lastRejected,
      };
    },
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Shows the beginning of a line, without a station key. */
function shown(text: string): string {
  return withoutStationKeys(text.slice(0, shownChars));
}
