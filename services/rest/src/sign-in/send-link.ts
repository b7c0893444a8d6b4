import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { MailQueue, Sql } from "@jetwire/db";

/** A link that somebody has asked for by an e-mail address. */
export interface AskedLink {
  readonly email: string;
  /** The name of the account to make; undefined to sign in only. */
  readonly username: string | undefined;
  readonly invitationHash: Uint8Array | null;
  /** SHA-256 of the cookie of the browser that asks. */
  readonly browserHash: Uint8Array;
  /** The address that the link begins with. */
  readonly publicUrl: string;
}

const linkSeconds = 900;

/**
 * Sends a link to an e-mail address: to sign in if the address has an account, else to make one if that
 * was asked for, else none.
 */
export async function sendAskedLink(sql: Sql, mails: MailQueue, asked: AskedLink): Promise<void> {
  const { email, username, invitationHash, browserHash, publicUrl } = asked;
  const account = await db.signIn.findAccountByEmail(sql, email);
  const { token, tokenHash } = makeLinkToken();
  const link = linkOf(publicUrl, token);
  const made = { tokenHash, email, browserHash, seconds: linkSeconds };
  if (account !== null) {
    const accountId = account.id;
    await db.signIn.addLink(sql, { ...made, kind: "sign-in", accountId });
    const values = { user: account.username, link };
    await mails.queue(sql, { to: email, kind: "sign-in", values, accountId });
    return;
  }
  if (username === undefined) return;
  const invitation = invitationHash === null ? {} : { invitationHash };
  await db.signIn.addLink(sql, { ...made, ...invitation, kind: "sign-up", username });
  await mails.queue(sql, { to: email, kind: "sign-up", values: { user: username, link } });
}

/** Sends a link that sets the e-mail address of an account, to that address. */
export async function sendEmailChange(
  sql: Sql,
  mails: MailQueue,
  { accountId, username, email }: { accountId: string; username: string; email: string },
  publicUrl: string,
): Promise<void> {
  const { token, tokenHash } = makeLinkToken();
  await db.signIn.addLink(sql, {
    tokenHash,
    kind: "email-change",
    accountId,
    email,
    seconds: linkSeconds,
  });
  const values = { user: username, link: linkOf(publicUrl, token) };
  await mails.queue(sql, { to: email, kind: "email-change", values, accountId });
}

/** The token is in the fragment, which browsers send to no server. */
function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}/link#t=${token}`;
}
