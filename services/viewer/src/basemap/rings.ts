/** A position: longitude, latitude. */
type Point = number[];
export type Ring = Point[];

/**
 * Returns a ring without jumps of its longitude, which then may leave the range from −180 to 180. A ring
 * that goes once around the pole is closed along −90°.
 */
export function unwrapRing(ring: Ring): Ring {
  const unwrapped: Ring = [];
  let wraps = 0;
  let before: number | undefined;
  for (const [longitude = 0, latitude = 0] of ring) {
    if (before !== undefined && longitude - before > 180) wraps -= 360;
    if (before !== undefined && longitude - before < -180) wraps += 360;
    unwrapped.push([longitude + wraps, latitude]);
    before = longitude;
  }
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  const start = first?.[0] ?? 0;
  const end = last?.[0] ?? 0;
  if (first === undefined || Math.abs(end - start) < 180) return unwrapped;
  return [...unwrapped, [end, -90], [start, -90], first];
}

/** Splits a line where its longitude jumps, so that no line crosses the map. */
export function splitLine(line: Ring): Ring[] {
  const lines: Ring[] = [];
  let current: Ring = [];
  for (const point of line) {
    const before = current.at(-1);
    if (before && Math.abs((point[0] ?? 0) - (before[0] ?? 0)) > 180) {
      lines.push(current);
      current = [];
    }
    current.push(point);
  }
  return [...lines, current].filter(({ length }) => length > 1);
}
