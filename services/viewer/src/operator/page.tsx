import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { en } from "../text/en.ts";
import { Accounts } from "./accounts.tsx";
import { Announcements } from "./announcements.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Blocks } from "./blocks.tsx";
import { Claims } from "./claims.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { HealthAlertsSection } from "./health-alerts/section.tsx";
import { OperatorKeys } from "./keys.tsx";
import { OverviewSection } from "./overview.tsx";
import { PolicyReports } from "./policy-reports.tsx";
import { Redaction } from "./redaction.tsx";
import { RedactionByFilters } from "./redaction-by-filters.tsx";
import { Reports } from "./reports.tsx";
import "./operator.css";

const route = getRouteApi("/operator/{-$section}");

const sections = {
  overview: OverviewSection,
  "dead-letters": DeadLetters,
  claims: Claims,
  reports: Reports,
  accounts: Accounts,
  keys: OperatorKeys,
  blocks: Blocks,
  redaction: Redactions,
  announcements: Announcements,
  "health-alerts": HealthAlertsSection,
  audit: AuditLog,
  policy: PolicyReports,
} as const;

type SectionName = keyof typeof sections;

function Redactions(): ReactNode {
  return (
    <>
      <Redaction />
      <RedactionByFilters />
    </>
  );
}

/** The page of operators: one section at a time. */
export function OperatorPage(): ReactNode {
  return (
    <NeedsUser title={en.operator.title} purpose={en.operator.purpose} isOperatorsOnly>
      <Operator />
    </NeedsUser>
  );
}

function Operator(): ReactNode {
  const { section = "overview" } = route.useParams();
  const name: SectionName = Object.hasOwn(sections, section)
    ? (section as SectionName)
    : "overview";
  const Section = sections[name];
  const tab = name === "overview" ? en.operator.title : en.operator.sections[name];
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone, the chosen one can be outside the strip.
    tabs.current
      ?.querySelector(`[data-section="${name}"]`)
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [name]);
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.operator.title} tab={tab} />
      </div>
      <nav ref={tabs} className="section-tabs" aria-label={en.operator.title}>
        {(Object.keys(sections) as SectionName[]).map((one) => (
          <Link
            key={one}
            data-section={one}
            to="/operator/{-$section}"
            params={{ section: one === "overview" ? undefined : one }}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={one === name ? "page" : undefined}
          >
            {en.operator.sections[one]}
          </Link>
        ))}
      </nav>
      <div className="page-body">
        <Section />
      </div>
    </div>
  );
}
