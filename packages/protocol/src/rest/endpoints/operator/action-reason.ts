import { z } from "zod";

/** The reason of an operator's action, which the audit log gets. */
export const actionReason = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(500, "must not be longer than 500 characters")
  .regex(/^\P{Cc}*$/u, "must not contain control characters")
  .describe("Why it is done. The audit log gets it.")
  .meta({ examples: ["asked for by its owner"] });

/** The body of an action that needs nothing but a reason. */
export const ActionReason = z.strictObject({ reason: actionReason });
