import { queueMail, type Sql } from "@jetwire/db";
import type { SignInConfig } from "./ways-in.ts";

/** A way to sign in that was added to an account. */
export interface NewWayIn {
  readonly accountId: string;
  readonly username: string;
  /** The address of the account before; null without one. */
  readonly to: string | null;
  readonly way: "passkey" | "sign-in";
  /** The name of the passkey, or the new address. */
  readonly name: string;
}

/** Reports a new way to sign in by e-mail, if there is mail and the account has an address. */
export async function mailNewWayIn(
  sql: Sql,
  { PUBLIC_URL, SMTP_URL }: SignInConfig,
  { accountId, username, to, way, name }: NewWayIn,
): Promise<void> {
  if (PUBLIC_URL === undefined || SMTP_URL === undefined || to === null) return;
  const values = { user: username, way, name, link: `${PUBLIC_URL}/account` };
  await queueMail(sql, { to, kind: "new-way-in", values, accountId });
}
