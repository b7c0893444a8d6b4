import { CliError } from "../cli-error.ts";
import { Duration } from "../duration.ts";
import type { InputSpec } from "./command-spec.ts";

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
