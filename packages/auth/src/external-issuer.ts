import { z } from "zod";
import { isSafeAddress } from "./safe-address.ts";

const textMax = 255;
const issuersMax = 10;

/** An external issuer of tokens, whose keys are fetched from one fixed URL. */
export const ExternalIssuer = z.strictObject({
  /** The exact `iss` of its tokens. */
  issuer: z.string().min(1).max(textMax),
  /** The `aud` that its tokens must have, alone or among others. */
  audience: z.string().min(1).max(textMax),
  jwksUrl: z
    .string()
    .refine(isSafeAddress, "must be an https URL (http is allowed for loopback only)"),
  /** The `typ` that its tokens must have in their header, if the issuer sets one. */
  typ: z.string().min(1).max(textMax).optional(),
});
export type ExternalIssuer = z.infer<typeof ExternalIssuer>;

/** Reads a variable with a JSON list of issuers. */
export const issuersVariable = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON list of issuers" });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(ExternalIssuer)
      .max(issuersMax)
      .refine(
        (all) => new Set(all.map(({ issuer }) => issuer)).size === all.length,
        "must contain each issuer once",
      ),
  );
