import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { MailQueue } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { mailIsConfigured } from "@jetwire/runtime";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { RestConfig } from "../../config.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

/** `/v1/operator/invitations`: links to an account, or to make one. */
export function invitationRoutes(
  write: Read,
  mails: MailQueue,
  config: Pick<RestConfig, "PUBLIC_URL" | "SMTP_URL">,
): Route[] {
  const { PUBLIC_URL: publicUrl } = config;
  return [
    route(endpoints.inviteAccount, async ({ body }, principal) => {
      requireOperatorSignIn(principal);
      if (publicUrl === undefined) {
        throw new AppError("unavailable", "PUBLIC_URL is not set: links begin with this address");
      }
      const { accountId = null, email = null, reason } = body;
      const { token, tokenHash } = makeLinkToken();
      const link = `${publicUrl}/link#t=${token}`;
      const { expiresAt, mailed } = await write(async (sql) => {
        const actor = actorOf(principal, reason);
        const invited = { tokenHash, accountId, email };
        const made = requireFound(await db.signIn.createInvitation(sql, invited, actor), "Account");
        if (email === null || !mailIsConfigured(config)) return { ...made, mailed: false };
        const mail = { to: email, kind: "invitation", values: { link } } as const;
        const account = accountId === null ? {} : { accountId };
        return { ...made, mailed: await mails.queue(sql, { ...mail, ...account }) };
      });
      return { body: { link, expiresAt, mailed } };
    }),
  ];
}
