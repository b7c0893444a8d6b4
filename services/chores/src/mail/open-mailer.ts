import type { DueMail } from "@jetwire/db";
import { createTransport } from "nodemailer";
import { mailText } from "./mail-text.ts";

/** Shorter than the time after which another process may send the same mail. */
const smtpMsMax = 10_000;
const connectionsMax = 2;

/** The result of an attempt: `refused` if the server refuses it for good. */
export type SendResult = "sent" | "refused";

/** Hands mails to the SMTP server. */
export interface Mailer extends Disposable {
  /** @throws if the server is unavailable, or refuses the mail for now */
  send(mail: DueMail): Promise<SendResult>;
}

/** The server that sends mails, and what they say about their sender. */
export interface MailServer {
  readonly smtpUrl: string;
  readonly publicUrl: string;
  readonly from: string | undefined;
}

/** Opens the SMTP server. It connects with the first mail. */
export function openMailer({ smtpUrl, publicUrl, from: sender }: MailServer): Mailer {
  const { host, hostname } = new URL(publicUrl);
  const { username, hostname: smtpHost } = new URL(smtpUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(smtpHost);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsMax,
    // A password is never sent in clear to another host.
    requireTLS: username !== "" && !isLocal,
    connectionTimeout: smtpMsMax,
    greetingTimeout: smtpMsMax,
    dnsTimeout: smtpMsMax,
    socketTimeout: 2 * smtpMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = sender ?? `Jetwire <noreply@${hostname}>`;
  return {
    async send(mail) {
      const { subject, text, stop } = mailText(mail, host);
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: mail.to },
          subject,
          text: `${text}\n`,
          date: mail.createdAt,
          // The same for each attempt, so that a mail sent twice is recognized.
          messageId: `<${mail.id}@${hostname}>`,
          headers: { "Auto-Submitted": "auto-generated", ...(stop && unsubscribing(stop)) },
        });
        return "sent";
      } catch (error) {
        if (isRefusal(error)) return "refused";
        throw error;
      }
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

/** The headers by which mail programs offer to stop mails, as RFC 8058 describes. */
function unsubscribing(stop: string): Record<string, string> {
  const link = new URL(stop);
  const token = new URLSearchParams(link.hash.slice(1)).get("t") ?? "";
  return {
    "List-Unsubscribe": `<${link.origin}/v1/mail/stop/${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Whether the server refuses this mail or its recipient for good, not us or all mails. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error))
    return false;
  const { responseCode, command } = error;
  const isForGood = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return isForGood && (command === "RCPT TO" || command === "DATA");
}
