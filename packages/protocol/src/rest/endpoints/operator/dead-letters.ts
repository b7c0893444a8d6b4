import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";
import { actionReason } from "./action-reason.ts";

const numberText = "must be the id of a dead letter";
const DeadLetterId = z.int().positive();
const cursor = parameter
  .regex(/^\d{1,15}$/, numberText)
  .transform(Number)
  .pipe(DeadLetterId);
/** `bad-entry`, `unknown-version`, `bad-message`, `refused-by-postgres`, `kills-its-reader` … */
const letterReason = z.string().regex(/^[a-z-]{1,64}$/, "must be a reason of dead letters");

/** A message that could not be stored. */
export const ListedDeadLetter = z.strictObject({
  id: DeadLetterId,
  addedAt: Instant,
  partition: z.int().nonnegative(),
  entryId: z.string().describe("The id of its entry in the partition."),
  reason: z.string(),
  detail: z.string().describe("What is wrong, up to 500 characters."),
  retry: z
    .enum(["asked", "unreadable"])
    .nullable()
    .describe(
      "`asked`: it is retried within seconds. `unreadable`: it is no entry, so it cannot be.",
    ),
  attempts: z.int().positive().describe("How often it has failed: retries, and the first time."),
  stationId: z.int().nullable().describe("The station; `null` if it cannot be read."),
  station: z.string().nullable().describe("The ident of the station; `null` if unknown."),
  text: z
    .string()
    .describe("The first 120 characters of the message or, if it has none, its entry."),
});
export type ListedDeadLetter = z.infer<typeof ListedDeadLetter>;

/** A dead letter with its content. */
export const DeadLetterContent = z.strictObject({
  ...ListedDeadLetter.shape,
  message: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The members of the message; `null` if they cannot be read."),
  fields: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .describe("The fields of the entry and of its details. Values are cut to 8,000 characters."),
});
export type DeadLetterContent = z.infer<typeof DeadLetterContent>;

const DeadLetterQuery = z
  .strictObject({
    reason: parameter.pipe(letterReason).optional().describe("Only those with this reason."),
    ...pageParameters(cursor, "a dead letter"),
  })
  .check(refuseEmptyRange);

const selection = z
  .strictObject({
    ids: z.array(DeadLetterId).min(1).max(100, "must have at most 100 ids").optional(),
    reason: letterReason.optional(),
  })
  .refine(
    ({ ids, reason }) => (ids === undefined) !== (reason === undefined),
    "must have either ids or reason",
  )
  .describe("Either `ids`, up to 100, or `reason`: all with this reason.");

const DeadLetterSelection = z
  .strictObject({ selection, reason: actionReason })
  .meta({ examples: [{ selection: { ids: [17] }, reason: "the disk was full" }] });

/** The result for dead letters that were selected by their reason may be partial. */
const more = z.boolean().describe("Whether more are selected: send the same request again.");

const letterParams = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(DeadLetterId)
    .describe("The id of a dead letter."),
});

export const deadLetterEndpoints = {
  listDeadLetters: endpoint({
    method: "GET",
    path: "/v1/operator/dead-letters",
    summary: "List dead letters",
    description: "Returns messages that could not be stored, newest first.",
    tag: "operations",
    access: "operator",
    query: DeadLetterQuery,
    answer: z.array(ListedDeadLetter),
    paged: true,
  }),
  retryDeadLetters: endpoint({
    method: "POST",
    path: "/v1/operator/dead-letters/retry",
    summary: "Retry dead letters",
    description:
      "Asks for dead letters to be put back into the message stream, up to 100 in a request; it is done within seconds. A message is stored once, however often it is retried. What cannot be stored again becomes a new dead letter.",
    tag: "operations",
    access: "operator",
    body: DeadLetterSelection,
    status: 202,
    answer: z.strictObject({ asked: z.int().nonnegative(), more }),
    refusals: ["not_found"],
  }),
  dropDeadLetters: endpoint({
    method: "POST",
    path: "/v1/operator/dead-letters/drop",
    summary: "Drop dead letters",
    description:
      "Deletes the content of dead letters, up to 1,000 in a request. Nobody can undo it. They stay counted.",
    tag: "operations",
    access: "operator",
    body: DeadLetterSelection,
    status: 200,
    answer: z.strictObject({ dropped: z.int().nonnegative(), more }),
    refusals: ["not_found", "sign_in_again"],
  }),
  // After the fixed paths, which it would match, too.
  readDeadLetter: endpoint({
    method: "GET",
    path: "/v1/operator/dead-letters/:id",
    summary: "Get a dead letter",
    description: "Returns a dead letter with the fields of its entry and the message in it.",
    tag: "operations",
    access: "operator",
    params: letterParams,
    answer: DeadLetterContent,
    refusals: ["not_found"],
  }),
};
