import * as db from "@jetwire/db";
import type { MailQueue, NotificationToAdd } from "@jetwire/db";
import { mailIsConfigured } from "@jetwire/runtime";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { Read } from "../database-reader.ts";
import type { SignInConfig } from "../sign-in/sign-in-methods.ts";

/** The parts that announce a step to the account that it concerns. */
export interface StepAnnouncements {
  readonly config: Pick<SignInConfig, "PUBLIC_URL" | "SMTP_URL">;
  readonly write: Read;
  readonly mails: MailQueue;
  readonly changes: AccountChanges;
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown
  ? Omit<Type, Key>
  : never;
/** A mail without its receiver; `link` is the path of a page. */
export type StepMail = DistributiveOmit<
  Extract<Parameters<MailQueue["queue"]>[1], { kind: "erasure-planned" | "transfer-accepted" }>,
  "to" | "accountId" | "id"
>;

/**
 * Announces a step that takes effect later: by a notification and, if there is mail and the account has an
 * address, by a mail with a link to the page that calls it off.
 */
export async function announceStep(
  { config, write, mails, changes }: StepAnnouncements,
  notification: NotificationToAdd,
  mail: StepMail,
): Promise<void> {
  const { userId } = notification;
  const { PUBLIC_URL } = config;
  await write(async (sql) => {
    await db.notifications.add(sql, notification);
    if (PUBLIC_URL === undefined || !mailIsConfigured(config)) return;
    const to = (await db.profiles.read(sql, userId))?.email;
    if (to == null) return;
    const { kind, values } = mail;
    const link = PUBLIC_URL + values.link;
    const toQueue =
      kind === "erasure-planned"
        ? { kind, values: { ...values, link } }
        : { kind, values: { ...values, link } };
    await mails.queue(sql, { ...toQueue, to, accountId: userId });
  });
  changes.notificationAdded(userId);
}
