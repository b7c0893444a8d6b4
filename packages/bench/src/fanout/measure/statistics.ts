import { median } from "../../report.ts";

/** The median of what was read from each; NaN of none. */
export function medianOf<Value>(values: readonly Value[], read: (value: Value) => number): number {
  return median(values.map(read));
}

/** How far the values lie apart: the smallest and the largest. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** `a / b` of each pair, the middle one of them: what differs between rounds hits both. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, i) => value / (b[i] ?? Number.NaN)));
}

/** Rounded to so many significant digits; JSON has no NaN, so that is null. */
export function significant(value: number, digits = 4): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : null;
}
