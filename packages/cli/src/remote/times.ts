import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { InputSpec } from "./command-spec.ts";

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const secondsMax = 315_360_000;

/** Reads a length of time such as `90d`, `12h`, `30m` or `45s` into seconds. */
const Duration = z
  .string()
  .regex(/^\d{1,9}[smhd]$/, "must be a length of time such as 90d, 12h or 30m")
  .transform((text) => Number(text.slice(0, -1)) * (secondsPer[text.slice(-1)] ?? 0))
  .pipe(z.number().min(1, "must be at least 1s").max(secondsMax, "must be at most 3650d"));

/** A time that is given as a length of time from now: `90d`, `12h`. */
export function lengthOfTime(name: string, description: string): InputSpec {
  return {
    name,
    usage: "<time>",
    description: `${description}, such as 90d or 12h (default: no end)`,
    read: (text) => {
      const seconds = Duration.safeParse(text);
      if (seconds.success) return new Date(Date.now() + seconds.data * 1_000).toISOString();
      throw new CliError(
        "usage",
        `--${name} ${seconds.error.issues[0]?.message ?? "is not valid"}`,
      );
    },
  };
}
