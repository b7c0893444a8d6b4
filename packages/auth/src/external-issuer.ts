import { z } from "zod";

const textMax = 255;
const issuersMax = 10;
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An issuer of tokens besides Jetwire, whose keys are fetched from one address and no other. */
export const ExternalIssuer = z.strictObject({
  /** What its tokens have as `iss`, letter for letter. */
  issuer: z.string().min(1).max(textMax),
  /** What they must have as, or among, `aud`. */
  audience: z.string().min(1).max(textMax),
  jwksUrl: z.string().refine(isSafeAddress, "an https address (http on loopback alone)"),
  /** The header's `typ`, where the issuer sets one: then nothing else of its is taken. */
  typ: z.string().min(1).max(textMax).optional(),
});
export type ExternalIssuer = z.infer<typeof ExternalIssuer>;

/** A variable with a JSON list of issuers. */
export const issuersVariable = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "a JSON list of issuers" });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(ExternalIssuer)
      .max(issuersMax)
      .refine(
        (all) => new Set(all.map(({ issuer }) => issuer)).size === all.length,
        "each issuer once",
      ),
  );

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}
