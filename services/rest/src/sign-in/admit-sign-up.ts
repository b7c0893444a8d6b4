import { hashLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
import type { SignInConfig } from "./sign-in-methods.ts";

/** A request to make an account. */
export interface AskedSignUp {
  readonly username: string;
  /** The token of an invitation. */
  readonly invitation?: string | undefined;
  /** The client's address. */
  readonly ip: string;
}

/**
 * Decides whether somebody may make an account with a name: by `SIGN_UP`, an invitation, the limit of
 * the network, and the names that are taken or reserved. Every way to make an account begins with it; the
 * name is checked again when the account is made, which may be with another name.
 *
 * @returns the SHA-256 of the invitation, which is spent when the account is made; null without one
 * @throws AppError `forbidden`, `invalid_request`, `rate_limited`, `unavailable`
 */
export async function admitSignUp(
  { username, invitation, ip }: AskedSignUp,
  config: SignInConfig,
  limits: Pick<SignInLimits, "consumeSignUp">,
  read: Read,
): Promise<{ invitationHash: Buffer | null }> {
  await limits.consumeSignUp(ip);
  const invitationHash = hashLinkToken(invitation);
  if (invitationHash === null) refuseUninvited(config);
  else if (!(await read((sql) => db.signIn.isInvitationValid(sql, invitationHash))))
    throw invitationUsed();
  if (await read((sql) => db.signIn.isUsernameTaken(sql, username))) {
    throw nameTaken();
  }
  return { invitationHash };
}

/** Returns the error of a name that another account has, or that is reserved for the operator. */
export function nameTaken(): AppError {
  const errors = [{ field: "username", message: "is taken: choose another one" }];
  return new AppError("invalid_request", "The user name is taken", { errors });
}

/** Returns the error of an invitation that made an account, has expired or never was one. */
export function invitationUsed(): AppError {
  const message = "The invitation was used or has expired: ask the operator for a new one";
  return new AppError("forbidden", message);
}

/** Returns the error of an e-mail address that another account has. */
export function emailTaken(): AppError {
  return new AppError("forbidden", "Another account has this e-mail address: sign in with it");
}

function refuseUninvited({ SIGN_UP }: SignInConfig): void {
  if (SIGN_UP === "open") return;
  const message =
    SIGN_UP === "invited"
      ? "An account needs an invitation of the operator"
      : "This service does not take new accounts";
  throw new AppError("forbidden", message);
}
