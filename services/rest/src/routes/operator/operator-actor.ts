import type { Actor } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { PrincipalOf } from "../../admission/principal.ts";

export type OperatorPrincipal = PrincipalOf<"operator">;

/** Returns the operator as the audit log names him. */
export function actorOf({ accountId }: OperatorPrincipal, reason?: string): Actor {
  return { kind: "account", id: accountId, reason };
}

/** Returns a value that was found. @throws AppError `not_found` */
export function requireFound<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new AppError("not_found", `${what} not found`);
  return value;
}

/** Makes the error of one member of the body. */
export function refusedAction(field: string, message: string): AppError {
  return new AppError("invalid_request", `Invalid body members: ${field}`, {
    errors: [{ field, message }],
  });
}
