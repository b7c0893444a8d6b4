import { z } from "zod";

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const secondsMax = 315_360_000;

/** Reads a length of time such as `90d`, `12h`, `30m` or `45s` into seconds. */
export const Duration = z
  .string()
  .regex(/^\d{1,9}[smhd]$/, "must be a length of time such as 90d, 12h or 30m")
  .transform((text) => Number(text.slice(0, -1)) * (secondsPer[text.slice(-1)] ?? 0))
  .pipe(z.number().min(1, "must be at least 1s").max(secondsMax, "must be at most 3650d"));
