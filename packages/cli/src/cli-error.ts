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
export async function toCliError(error: unknown): Promise<CliError> {
  if (error instanceof CliError) return error;
  if (error instanceof UsageError) return new CliError("usage", `${error.message} (see --help)`);
  if (error instanceof ConfigError) return new CliError("usage", error.message);
  if (!(error instanceof Error)) return new CliError("internal", String(error));
  // Loaded for a failure only: most commands need neither.
  const [{ isUnavailable }, { FeedError }] = await Promise.all([
    import("@jetwire/db"),
    import("@jetwire/feeder"),
  ]);
  if (error instanceof FeedError)
    return new CliError("unavailable", error.message, { cause: error });
  const code = "code" in error ? String(error.code) : "";
  if (code === "42P01" || code === "3F000") {
    return new CliError("not_migrated", "the database has no tables: run `jetwire migrate`");
  }
  if (isUnavailable(error)) {
    const what = error.message === "" ? code : error.message;
    return new CliError("unavailable", `a server does not answer: ${what}`, { cause: error });
  }
  return new CliError("internal", error.message, { cause: error });
}
