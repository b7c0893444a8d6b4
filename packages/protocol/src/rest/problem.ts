import { z } from "zod";
import { errorCodes } from "../errors.ts";

/** The body of every REST error: problem details (RFC 9457) with our code and the request's id. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.enum(errorCodes),
  message: z.string(),
  requestId: z.string(),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;
