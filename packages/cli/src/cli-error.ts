import { UsageError } from "@jetwire/command-line";
import { ConfigError } from "@jetwire/runtime";

/** Codes of errors, for scripts. */
export type CliErrorCode =
  | "usage"
  | "no_servers"
  | "not_logged_in"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "not_migrated"
  | "unavailable"
  | "internal";

export class CliError extends Error {
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
    this.code = code;
  }
}

/** Converts a thrown error to one with a code and a message for the operator. */
export async function toCliError(thrown: unknown): Promise<CliError> {
  if (thrown instanceof CliError) return thrown;
  if (thrown instanceof UsageError) return new CliError("usage", `${thrown.message} (see --help)`);
  if (thrown instanceof ConfigError) return new CliError("usage", thrown.message);
  if (!(thrown instanceof Error)) return new CliError("internal", String(thrown));
  // Loaded for a failure only: most commands need neither.
  const [{ isUnavailable }, { FeedError }] = await Promise.all([
    import("@jetwire/db"),
    import("@jetwire/feeder"),
  ]);
  if (thrown instanceof FeedError)
    return new CliError("unavailable", thrown.message, { cause: thrown });
  const code = "code" in thrown ? String(thrown.code) : "";
  if (code === "42P01" || code === "3F000") {
    return new CliError("not_migrated", "the database has no tables: run `jetwire migrate`");
  }
  if (isUnavailable(thrown)) {
    const what = thrown.message === "" ? code : thrown.message;
    return new CliError("unavailable", `a server does not answer: ${what}`, { cause: thrown });
  }
  return new CliError("internal", thrown.message, { cause: thrown });
}
