import { z } from "zod";
import { isSafeAddress } from "../safe-address.ts";

const textMax = 255;
const providersMax = 10;

/** A provider of identities (OpenID Connect) that people sign in with. */
const OidcProvider = z.strictObject({
  /** Its name in addresses. */
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, "must have 1 to 32 characters of a-z, 0-9 and hyphen"),
  /** Its name for people. */
  name: z.string().min(1).max(64),
  /** Its address, below which `/.well-known/openid-configuration` is found. */
  issuer: z
    .string()
    .max(textMax)
    .refine(isSafeAddress, "must be an https URL (http is allowed for loopback only)"),
  clientId: z.string().min(1).max(textMax),
  clientSecret: z.string().min(1).max(textMax),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/))
    .max(10)
    .default(["openid", "email"])
    .refine((scopes) => scopes.includes("openid"), "must contain openid"),
});
export type OidcProvider = z.infer<typeof OidcProvider>;

/** Reads a variable with a JSON list of providers. */
export const oidcProvidersVariable = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON list of providers" });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(OidcProvider)
      .max(providersMax)
      .refine(
        (all) => new Set(all.map(({ id }) => id)).size === all.length,
        "must contain each id once",
      ),
  );
