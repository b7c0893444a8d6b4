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

/** The name of a back-up, as `20261125T030000Z-3f0a`. */
const BackupName = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{4}$/, "must be the name of a back-up");

/** The back-ups that can be restored to an instance that nobody operates, and how far that is. */
export const RestoreState = z.strictObject({
  backups: z
    .array(
      z.strictObject({
        name: BackupName,
        takenAt: Instant,
        bytes: z.int().nonnegative().describe("Its size in the store."),
      }),
    )
    .max(100)
    .describe("The back-ups of `BACKUP_TARGET`, newest first, at most 100."),
  running: z
    .strictObject({
      name: BackupName,
      step: z
        .enum(["loading", "exchanging"])
        .describe(
          "`loading`: its rows are loaded and compared. `exchanging`: all services end, and start with the restored database.",
        ),
      bytes: z.int().nonnegative().describe("Bytes of it that were read."),
      bytesTotal: z.int().nonnegative(),
    })
    .nullable()
    .describe("The restore that runs; `null` without one."),
  problem: z
    .string()
    .nullable()
    .describe("Why the store cannot be read, or the last restore failed; `null` if neither."),
});
export type RestoreState = z.infer<typeof RestoreState>;

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
      restore: RestoreState.nullable().describe(
        "What can be restored; `null` if the service is set up, or its deployment has no process that restores.",
      ),
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
  restoreBackup: endpoint({
    method: "POST",
    path: "/v1/setup/restore",
    summary: "Restore a back-up to an instance that nobody operates",
    description:
      "Asks for a restore of one of the back-ups of `GET /v1/setup`, which shows how far it is. It needs the code in the log of `rest` and the recovery key, which is sealed for the process that restores. At its end all services start anew, and accounts are those of the back-up. Only pages of the service may send it.",
    tag: "service",
    access: "open",
    body: z
      .strictObject({
        code: SetupCode,
        name: BackupName,
        recoveryKey: z
          .string()
          .min(1, "is required: `jetwire init` printed it")
          .max(4_096, "must be a recovery key")
          .describe("`AGE-SECRET-KEY-1…`, or the file that has it."),
      })
      .meta({
        examples: [
          {
            code: "0000-0000-0000-0000",
            name: "20261125T030000Z-3f0a",
            recoveryKey: `AGE-SECRET-KEY-1${"Q".repeat(58)}`,
          },
        ],
      }),
    status: 202,
    answer: z.strictObject({ name: BackupName }),
    refusals: ["gone", "conflict", "not_found", "rate_limited", "unavailable"],
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
