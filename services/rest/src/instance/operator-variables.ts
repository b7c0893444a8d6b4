import { z } from "zod";

const emailOrUrl = z.union([z.email(), z.url({ protocol: /^https?$/ })], {
  error: "expected an e-mail address or the address of a page (https://…)",
});

const line = z
  .string()
  .max(100, "must not be longer than 100 characters")
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not have control characters");

/** Variables that tell people about the service; the pages `/privacy` and `/licence` and `GET /v1/aggregator` show them. */
export const operatorVariables = {
  /** The person or organization that runs the service. */
  OPERATOR_NAME: line.optional(),
  /** The e-mail address or page for questions about privacy. */
  PRIVACY_CONTACT: emailOrUrl.optional(),
  /** The licence of the data that the service gives out: an SPDX identifier (`ODbL-1.0`) or a name. */
  DATA_LICENCE: line.optional(),
  /** The address of its text; known for the usual SPDX identifiers. */
  DATA_LICENCE_URL: z.url({ protocol: /^https?$/ }).optional(),
};
