import type { DueMail } from "@jetwire/db";
import { createTransport } from "nodemailer";
import { mailText } from "./mail-text.ts";

/** Limits each step of a connection, and the silence of the server on it. */
const smtpMsMax = 10_000;
/** An attempt ends before another process may send the same mail, a minute after it was claimed. */
const attemptMsMax = 45_000;
const connectionsMax = 2;

/** The result of an attempt: `refused` if the server refuses it for good. */
type MailResult = "sent" | "refused";

/** Hands mails to the SMTP server. */
export interface Mailer extends Disposable {
  /** @throws if the server is unavailable, or refuses the mail for now */
  send(mail: DueMail): Promise<MailResult>;
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
  const { username, password, hostname: smtpHost } = new URL(smtpUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(smtpHost);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsMax,
    // A password is not sent in clear to another host, unless a parameter of SMTP_URL allows it: parameters
    // replace these options. Without a password, TLS is used if the server offers it: then who reads the
    // network on the way to the server reads the links too.
    requireTLS: (username !== "" || password !== "") && !isLocal,
    connectionTimeout: smtpMsMax,
    greetingTimeout: smtpMsMax,
    dnsTimeout: smtpMsMax,
    socketTimeout: smtpMsMax,
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
          signal: AbortSignal.timeout(attemptMsMax),
          // The same for each attempt: a mail is sent twice if its acceptance was lost.
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

/**
 * Returns whether the server refuses a mail for good: it answers 5xx to the recipient or to the text. It may
 * do so for a reason that concerns other mails too; what it refuses earlier, such as the password, is tried
 * again.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error))
    return false;
  const { responseCode, command } = error;
  const isForGood = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return isForGood && (command === "RCPT TO" || command === "DATA");
}
