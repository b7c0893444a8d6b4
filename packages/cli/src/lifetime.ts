import { z } from "zod";

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const secondsMax = 3_650 * secondsOf.d;

/** A length of time as an operator types it, `90d`, `12h`, `30m` or `45s`, in seconds. */
export const Lifetime = z
  .string()
  .regex(/^\d{1,9}[smhd]$/, "a length like 90d, 12h or 30m")
  .transform((text) => {
    const unit = text.at(-1) as keyof typeof secondsOf;
    return Number(text.slice(0, -1)) * secondsOf[unit];
  })
  .pipe(z.number().min(1, "at least a second").max(secondsMax, "ten years at most"));
