import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { LinkToken, NewUsername, SignedInUser } from "./sign-in.ts";

function base64url(lengthMax: number) {
  return z
    .string()
    .min(1, "must not be empty")
    .max(lengthMax, `must not be longer than ${lengthMax} characters`)
    .regex(/^[0-9A-Za-z_-]*$/, "must be base64url");
}

const credentialId = base64url(1_400);

/** A new passkey as a browser returns it: `RegistrationResponseJSON` of WebAuthn. */
const Registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional(),
  }),
});

/** A sign-in as a browser returns it: `AuthenticationResponseJSON` of WebAuthn. */
const Assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
  }),
});

/** Options for the browser, as WebAuthn defines them in JSON. */
const BrowserOptions = z.looseObject({
  challenge: z.string().describe("Valid for 5 minutes and once, in this browser."),
});

const PasskeyName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not contain control characters");

/** A passkey of the account. */
export const Passkey = z.strictObject({
  id: z.guid(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable().describe("When it last signed in; `null` if never."),
});
export type Passkey = z.infer<typeof Passkey>;

const PasskeyParams = z.strictObject({ id: z.guid().describe("The id of a passkey.") });

export const passkeyEndpoints = {
  askToSignInByPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-in/options",
    summary: "Begin a sign-in by passkey",
    description:
      "Returns the options for `navigator.credentials.get`. No user name is needed. Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    answer: BrowserOptions,
    refusals: ["rate_limited", "unavailable"],
  }),
  signInByPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-in",
    summary: "Sign in by passkey",
    description:
      "Signs in by what the browser has returned, and sets the cookie. Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    body: z.strictObject({ credential: Assertion }),
    answer: SignedInUser,
    refusals: ["unauthorized", "rate_limited", "unavailable"],
  }),
  askToSignUpByPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-up/options",
    summary: "Begin an account with a passkey",
    description:
      "Returns the options for `navigator.credentials.create`. The account is made when the passkey is verified. Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    body: z.strictObject({
      username: NewUsername.describe("The name of the account. Names are public."),
      invitation: LinkToken.optional().describe(
        "The token of an invitation, which `signUp: invited` requires.",
      ),
    }),
    answer: BrowserOptions,
    refusals: ["rate_limited", "unavailable"],
  }),
  signUpByPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-up",
    summary: "Make an account with a passkey",
    description:
      "Makes the account with what the browser has returned, signs in, and sets the cookie. Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    body: z.strictObject({
      credential: Registration,
      name: PasskeyName.optional().describe("A name for the passkey."),
    }),
    status: 201,
    answer: SignedInUser,
    refusals: ["rate_limited", "unavailable"],
  }),
  askToAddPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/options",
    summary: "Begin to add a passkey",
    description:
      "Returns the options for `navigator.credentials.create`. Requires a sign-in on the web page within the last 10 minutes.",
    tag: "accounts",
    access: "session",
    answer: BrowserOptions,
    refusals: ["sign_in_again"],
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys",
    summary: "Add a passkey",
    description:
      "Adds a passkey with what the browser has returned. An account has at most 10. Requires a sign-in on the web page within the last 10 minutes. If the account has an e-mail address, a mail reports it.",
    tag: "accounts",
    access: "session",
    body: z.strictObject({
      credential: Registration,
      name: PasskeyName.optional().describe("A name for the passkey."),
    }),
    status: 201,
    answer: Passkey,
    refusals: ["sign_in_again"],
  }),
  listPasskeys: endpoint({
    method: "GET",
    path: "/v1/auth/passkeys",
    summary: "List passkeys",
    description: "Returns the passkeys of the account, oldest first.",
    tag: "accounts",
    access: "session",
    answer: z.array(Passkey),
  }),
  renamePasskey: endpoint({
    method: "PATCH",
    path: "/v1/auth/passkeys/:id",
    summary: "Rename a passkey",
    tag: "accounts",
    access: "session",
    params: PasskeyParams,
    body: z.strictObject({ name: PasskeyName }),
    answer: Passkey,
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "/v1/auth/passkeys/:id",
    summary: "Remove a passkey",
    description:
      "Removes a passkey. The last way to sign in cannot be removed. Requires a sign-in on the web page within the last 10 minutes.",
    tag: "accounts",
    access: "session",
    params: PasskeyParams,
    refusals: ["sign_in_again"],
  }),
};
