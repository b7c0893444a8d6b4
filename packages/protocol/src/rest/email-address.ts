import { z } from "zod";

/**
 * An e-mail address that mail can be sent to: one address of ASCII characters, without a name, a
 * comment or quotes. No character can begin a second recipient or another header.
 */
export const EmailAddress = z
  .string()
  .max(254, "must not be longer than 254 characters")
  .regex(
    /^[a-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
    "must be an e-mail address",
  )
  .refine((text) => text.indexOf("@") <= 64, "must not have more than 64 characters before the @");
export type EmailAddress = z.infer<typeof EmailAddress>;
