import { mailIsConfigured } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import { openMailer } from "./open-mailer.ts";
import { type MailSending, sendMails } from "./send-mails.ts";

/** Sends mails until aborted, if mail is configured. */
export async function runMails(
  config: ChoresConfig,
  parts: Omit<MailSending, "mailer">,
  signal: AbortSignal,
): Promise<void> {
  const { SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl, MAIL_FROM: from } = config;
  if (!mailIsConfigured(config) || smtpUrl === undefined || publicUrl === undefined) return;
  using mailer = openMailer({ smtpUrl, publicUrl, from });
  await sendMails({ ...parts, mailer }, signal);
}
