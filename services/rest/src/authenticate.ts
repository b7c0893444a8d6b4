import type { KeyChecker } from "@jetwire/auth";
import { isUnavailable } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Holder } from "./holder.ts";

/** Told with every 401 (RFC 6750); the same for unknown, revoked and expired keys. */
export const challenge = 'Bearer realm="jetwire"';

const bearer = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * Who asks, by the `Authorization` header.
 *
 * @throws AppError `unauthorized` without a valid key, `unavailable` when that can't be found out.
 */
export async function authenticate(
  authorization: string | undefined,
  checker: KeyChecker,
): Promise<Holder> {
  const key = bearer.exec(authorization ?? "")?.[1];
  const check = await checker.check(key).catch(rethrow);
  if (check.valid) return { by: "key", ...check };
  const message = "A valid API key is required: Authorization: Bearer <API key>";
  throw new AppError("unauthorized", message);
}

function rethrow(error: unknown): never {
  if (!isUnavailable(error)) throw error;
  throw new AppError("unavailable", "Keys can't be checked now, try again shortly", {
    cause: error,
  });
}
