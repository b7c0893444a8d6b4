import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";

const textCharsMax = 8_192;

/** Browsers differ in what they send, so that everything is accepted: texts are cut, the rest is left out. */
const text = z
  .unknown()
  .transform((value) => (typeof value === "string" ? value.slice(0, textCharsMax) : undefined))
  .optional();

/** A violation as browsers report it; other members are ignored. */
const CspViolation = z.object({
  "document-uri": text,
  "blocked-uri": text,
  "violated-directive": text,
  "effective-directive": text,
  "source-file": text,
  "script-sample": text,
});
export type CspViolation = z.infer<typeof CspViolation>;

/** A kept report of a violation. Its texts come from browsers: anybody can send them. */
export const CspReport = z.strictObject({
  at: Instant,
  directive: z.string(),
  page: z.string().describe("The path of the page."),
  blocked: z.string(),
  source: z.string(),
  sample: z.string(),
});
export type CspReport = z.infer<typeof CspReport>;

export const cspReportEndpoints = {
  reportCspViolation: endpoint({
    method: "POST",
    path: "/v1/csp-reports",
    summary: "Report a violation of the page's policy",
    description:
      "Accepts what browsers report about the Content-Security-Policy of the web page, as `application/csp-report` or JSON. An address may send 10 a minute.",
    tag: "service",
    access: "open",
    body: z
      .strictObject({ "csp-report": CspViolation })
      .meta({ examples: [{ "csp-report": { "violated-directive": "script-src" } }] }),
    bodyTypes: ["application/csp-report"],
    refusals: ["rate_limited"],
  }),
  listCspReports: endpoint({
    method: "GET",
    path: "/v1/operator/csp-reports",
    summary: "List violations of the page's policy",
    description: "Returns the last 50 reports, newest first.",
    tag: "operations",
    access: "operator",
    answer: z.array(CspReport),
    refusals: ["unavailable"],
  }),
};
