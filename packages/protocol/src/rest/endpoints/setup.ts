import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";
import { NewUsername, SignedInUser } from "./sign-in/sign-in.ts";
import { SignUp } from "./sign-in/web-sessions.ts";

/** A code as the log has it; hyphens, spaces and case do not count. */
const SetupCode = z
  .string()
  .min(1, "is required: it is in the log of rest")
  .max(64, "must be the code in the log of rest");

/** How far the set-up is, for the operator. */
const SetupState = z.strictObject({
  publicUrl: z.string().nullable().describe("`PUBLIC_URL`; `null` if it is not set."),
  realtimeUrl: z.string().nullable().describe("`REST_WS_URL`; `null` if it is not set."),
  feedHost: z
    .string()
    .nullable()
    .describe("The host that feeders send to, if `FEED_HOST` or `PUBLIC_URL` names it."),
  signUp: SignUp.describe("`SIGN_UP`: who may make an account."),
  mail: z.strictObject({
    configured: z.boolean().describe("Whether `SMTP_URL` and `PUBLIC_URL` are set."),
    newest: z
      .strictObject({
        status: z.enum(["waiting", "sent", "given-up"]),
        createdAt: Instant,
        attempts: z.int().nonnegative(),
        answer: z
          .string()
          .nullable()
          .describe("What went wrong with the latest attempt; `null` if nothing did."),
      })
      .nullable()
      .describe("The newest mail to the operator's account; `null` if there is none."),
  }),
  backups: z
    .strictObject({
      store: z.string().nullable().describe("The target, without secrets; `null` without one."),
      count: z.int().nonnegative(),
      newest: z.strictObject({ name: z.string(), takenAt: Instant }).nullable(),
      problem: z.string().nullable().describe("Why the last one failed; `null` if it did not."),
    })
    .nullable()
    .describe("`null` if the service `chores` has not reported them yet."),
  stations: z.int().nonnegative().describe("Stations that messages were received from."),
});
export type SetupState = z.infer<typeof SetupState>;

export const setupEndpoints = {
  readSetup: endpoint({
    method: "GET",
    path: "/v1/setup",
    summary: "Read whether the service waits for its set-up",
    description:
      "Returns whether no account may operate the service. Then its log has a code, with which `POST /v1/setup` makes the account of the first operator.",
    tag: "service",
    access: "open",
    answer: z.strictObject({
      isNeeded: z.boolean().describe("Whether no account may operate the service."),
    }),
    refusals: ["unavailable"],
  }),
  setUp: endpoint({
    method: "POST",
    path: "/v1/setup",
    summary: "Make the account of the first operator",
    description:
      "Makes an account that operates the service, and signs in to it, with the code in the log of `rest`. It works once, while no account may operate the service; after that, it is answered with 410. Only pages of the service may send it.",
    tag: "service",
    access: "open",
    body: z
      .strictObject({ code: SetupCode, username: NewUsername })
      .meta({ examples: [{ code: "0000-0000-0000-0000", username: "first" }] }),
    status: 201,
    answer: SignedInUser,
    refusals: ["gone", "rate_limited", "unavailable"],
  }),
  readSetupState: endpoint({
    method: "GET",
    path: "/v1/operator/setup",
    summary: "Read what of the service is set up",
    description:
      "Returns the variables that decide what others see of the service, and what mail and back-ups have last done. It has no secrets.",
    tag: "operations",
    access: "operator",
    answer: SetupState,
  }),
};
