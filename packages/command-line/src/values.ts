import { z } from "zod";

/** Reads a number in a range, both ends included. */
export function number(min: number, max: number) {
  return z.coerce
    .string()
    .transform((text) => (text.trim() === "" ? Number.NaN : Number(text)))
    .refine((value) => value >= min && value <= max, `must be a number from ${min} to ${max}`);
}

/** Reads a whole number in a range, both ends included. */
export function wholeNumber(min: number, max: number) {
  return z.coerce
    .string()
    .transform((text) => (text.trim() === "" ? Number.NaN : Number(text)))
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    );
}
