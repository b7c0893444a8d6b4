import * as db from "@jetwire/db";
import type { MailQueue } from "@jetwire/db";
import { mailIsConfigured } from "@jetwire/runtime";
import type { Background } from "../background.ts";
import type { Read } from "../database-reader.ts";
import type { SignInConfig } from "./sign-in-methods.ts";

/** A way to sign in that was added to an account. */
export interface NewSignInMethod {
  readonly accountId: string;
  readonly username: string;
  /** The address of the account before, null without one; by default the present one. */
  readonly to?: string | null;
  readonly way: "passkey" | "sign-in";
  /** The name of the passkey, or the new address. */
  readonly name: string;
}

/** The parts that report a new sign-in method. */
export interface NewMethodReports {
  readonly config: SignInConfig;
  readonly write: Read;
  readonly mails: MailQueue;
  readonly background: Background;
}

/** Reports a new way to sign in by e-mail, after the answer, if there is mail and an address. */
export function mailNewSignInMethod(
  { config, write, mails, background }: NewMethodReports,
  { accountId, username, way, name, ...known }: NewSignInMethod,
): void {
  const { PUBLIC_URL } = config;
  if (PUBLIC_URL === undefined || !mailIsConfigured(config)) return;
  const hasBegun = background.begin(async () => {
    const to =
      known.to === undefined
        ? (await write((sql) => db.profiles.read(sql, accountId)))?.email
        : known.to;
    if (to == null) return;
    const values = { user: username, way, name, link: `${PUBLIC_URL}/account` };
    await write((sql) => mails.queue(sql, { to, kind: "new-way-in", values, accountId }));
  });
  if (!hasBegun) mails.dropped("new-way-in", "busy");
}
