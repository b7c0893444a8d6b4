import { z } from "zod";

const addressPattern = /^(?:[^<>\p{Cc}]{1,64} <)?[^\s<>@,;:"\p{Cc}]{1,64}@[a-z0-9.-]{1,190}>?$/iu;

/**
 * Reads the origin under which people reach this deployment: `https://jetwire.example.org`. Without a
 * slash at its end.
 */
const publicUrlVariable = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .refine(isOrigin, "must be an origin: no path, query or user name")
  .transform((text) => new URL(text).origin);

/** Variables of the services that write or send mail. */
export const mailVariables = {
  /** The server that sends mail: `smtp://user:password@host:587`. Without it there is no mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp: or smtps: URL" }).optional(),
  /** The sender of mail: `Jetwire <noreply@example.org>`; by default `noreply` at the host of PUBLIC_URL. */
  MAIL_FROM: z
    .string()
    .regex(addressPattern, "must be an address, or a name and <address>")
    .optional(),
  /** The origin under which people reach this deployment; links in mails begin with it. */
  PUBLIC_URL: publicUrlVariable.optional(),
};

/** Returns whether mail can be sent. Without it no mail may be queued. */
export function mailIsConfigured(config: {
  readonly SMTP_URL?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}): boolean {
  return config.SMTP_URL !== undefined && config.PUBLIC_URL !== undefined;
}

function isOrigin(text: string): boolean {
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === "/" && [search, hash, username, password].every((part) => part === "");
}
