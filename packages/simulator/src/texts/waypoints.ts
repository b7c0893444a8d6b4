import type { SeededRandom } from "../random.ts";

/** Five letters that can be spoken, as fixes have. */
const names = ["TESSA", "LORDI", "BRAVO", "KENNA", "OSTIN", "WIMBY", "DURGA", "NELLO", "PIPPA"];

export function pickWaypoint(random: SeededRandom): string {
  return random.pick(names);
}

/** Three fixes that follow each other on a route. */
export function pickRoute(
  random: SeededRandom,
): readonly [passed: string, next: string, then: string] {
  const at = random.integer(0, names.length - 1);
  return [nameAt(at), nameAt(at + 1), nameAt(at + 2)];
}

function nameAt(index: number): string {
  return names[index % names.length] ?? "TESSA";
}
