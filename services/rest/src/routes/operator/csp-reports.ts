import { AppError, type CspReport, type CspViolation, endpoints } from "@jetwire/protocol";
import type { CspReportStore, Limiters } from "@jetwire/redis";
import { addressNetwork, type Metrics } from "@jetwire/runtime";
import { type Route, route } from "../../route.ts";

const perMinute = 10;
const textCharsMax = 200;
/** Directives of the page's policy; a counter has no label that anybody can invent. */
const directives =
  /^(?:script|style|img|font|connect|manifest|worker|object|default|frame|media)-src(?:-elem|-attr)?$|^(?:require-trusted-types-for|trusted-types|base-uri|form-action|frame-ancestors)$/;

/** Violations of the page's policy, as browsers report them. */
export function cspReportRoutes(
  { cspReports, limiters }: { readonly cspReports: CspReportStore; readonly limiters: Limiters },
  replicas: number,
  metrics: Metrics,
): Route[] {
  const limiter = limiters.fixedWindow({ name: "rest-csp-reports", windowSeconds: 60, replicas });
  const violations = metrics.counter({
    name: "jetwire_rest_csp_violations_total",
    help: "Violations of the page's policy that browsers have reported, by directive",
    labelNames: ["directive"],
  });
  return [
    route(endpoints.reportCspViolation, async ({ body, ip }) => {
      const { allowed } = await limiter.consume(addressNetwork(ip), perMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many reports from this address");
      const report = toReport(body["csp-report"]);
      violations.inc({ directive: directives.test(report.directive) ? report.directive : "other" });
      // A report is of use to an operator, and worth no error to a browser.
      await cspReports.add(report).catch(() => {});
      return { body: undefined };
    }),
    route(endpoints.listCspReports, async () => ({
      body: await cspReports.list().catch((cause: unknown) => {
        throw new AppError("unavailable", "Redis does not answer, try again shortly", { cause });
      }),
    })),
  ];
}

function toReport(violation: CspViolation): CspReport {
  const directive = violation["effective-directive"] ?? violation["violated-directive"] ?? "";
  return {
    at: new Date().toISOString(),
    directive: shown(directive.split(" ", 1)[0]),
    page: shown(pathOf(violation["document-uri"])),
    blocked: shown(violation["blocked-uri"]),
    source: shown(violation["source-file"]),
    sample: shown(violation["script-sample"]),
  };
}

/** Returns the path only: a query or fragment may have a secret. */
function pathOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).pathname : "";
}

function shown(text = ""): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, textCharsMax)
    .toWellFormed();
}
