import { median } from "../../report.ts";

/** Returns the median of the values that `read` returns; NaN if there are none. */
export function medianOf<Value>(values: readonly Value[], read: (value: Value) => number): number {
  return median(values.map(read));
}

/** Returns the smallest and the largest value. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Returns the median of `a / b` of all pairs, because differences between rounds affect both. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, i) => value / (b[i] ?? Number.NaN)));
}

/** Rounded to so many significant digits; JSON has no NaN, so that is null. */
export function significant(value: number, digits = 4): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : null;
}
