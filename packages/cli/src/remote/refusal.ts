import { RestError } from "@jetwire/client";
import type { ErrorCode } from "@jetwire/protocol";
import { CliError, type CliErrorCode } from "../cli-error.ts";
import type { RemoteCommand } from "./command-spec.ts";
import { sayMistake } from "./make-request.ts";

const codes: Readonly<Partial<Record<ErrorCode, CliErrorCode>>> = {
  invalid_request: "usage",
  unauthorized: "not_logged_in",
  forbidden: "forbidden",
  sign_in_again: "forbidden",
  https_required: "usage",
  not_found: "not_found",
  gone: "not_found",
  conflict: "conflict",
  rate_limited: "unavailable",
  unavailable: "unavailable",
};

/** Makes the error of a command of a refusal of the service; other errors stay. */
export function refusalText(
  error: unknown,
  { inputs = [], spec }: Partial<Pick<RemoteCommand, "inputs" | "spec">> = {},
): unknown {
  if (!(error instanceof RestError)) return error;
  const { problem, status } = error;
  if (problem === null) {
    const code = status === 0 || status >= 500 ? "unavailable" : "internal";
    return new CliError(code, error.message, { cause: error });
  }
  const code = codes[problem.code] ?? "internal";
  const mistakes = (problem.errors ?? []).map(({ field, message }) =>
    sayMistake(inputs, field === "" ? [] : [field], message),
  );
  const message = mistakes.length > 0 ? mistakes.join("; ") : problem.message;
  const advice = code === "not_found" && spec?.see !== undefined ? `: see \`${spec.see}\`` : "";
  return new CliError(code, `${message}${advice}`, { cause: error });
}
