import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { AccountRole } from "../../account-role.ts";
import { EmailAddress } from "../../email-address.ts";
import { endpoint } from "../../endpoint.ts";

const preferencesMax = 50;
const preferencesBytesMax = 4_096;

/** A number that Postgres writes in few digits. */
const PlainNumber = z
  .number()
  .refine((number) => /^-?[\d.]{1,20}$/.test(String(number)), "must be a number of few digits");

/** Settings that the web page stores for its user: units, theme and the like. */
const Preferences = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,32}$/, "must be 1 to 32 characters of A-Z, 0-9, _, . and -"),
    z.union([
      z
        .string()
        .max(128)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not contain control characters"),
      PlainNumber,
      z.boolean(),
      z.null(),
    ]),
  )
  .refine(
    (given) => Object.keys(given).length <= preferencesMax,
    `must not have more than ${preferencesMax} members`,
  )
  .refine(
    (given) => new TextEncoder().encode(JSON.stringify(given)).length <= preferencesBytesMax,
    `must not be longer than ${preferencesBytesMax} bytes`,
  );

/** The response of `GET /v1/me/profile`. */
export const Profile = z.strictObject({
  id: z.string(),
  username: z.string(),
  role: AccountRole,
  email: z.string().nullable().describe("The verified e-mail address; `null` without one."),
  passkeys: z.int().nonnegative().describe("The number of passkeys."),
  appearsOffline: z.boolean().describe("Whether the user never appears online to others."),
  preferences: Preferences,
  createdAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

export const profileEndpoints = {
  readProfile: endpoint({
    method: "GET",
    path: "/v1/me/profile",
    summary: "Get the profile",
    description: "Returns what the user has set, and the ways to sign in.",
    tag: "accounts",
    access: "session",
    answer: Profile,
  }),
  changeProfile: endpoint({
    method: "PATCH",
    path: "/v1/me/profile",
    summary: "Change the profile",
    description: `Changes the members that are given. \`preferences\` replaces all preferences.

A new \`email\` is set when the link is used that is sent to it; \`null\` removes the address, unless it is the last way to sign in. Both require a sign-in on the web page within the last 10 minutes. At most 5 mails an hour are sent to an address.`,
    tag: "accounts",
    access: "session",
    body: z.strictObject({
      email: EmailAddress.nullable().optional(),
      appearsOffline: z.boolean().optional(),
      preferences: Preferences.optional(),
    }),
    answer: Profile,
    refusals: ["sign_in_again"],
  }),
};
