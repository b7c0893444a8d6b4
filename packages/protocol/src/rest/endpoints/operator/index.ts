import { operatorAccountEndpoints } from "./accounts.ts";
import { announcementEndpoints } from "./announcements.ts";
import { auditLogEndpoints } from "./audit-log.ts";
import { blockEndpoints } from "./blocks.ts";
import { operatorReportEndpoints } from "./chat-reports.ts";
import { operatorClaimEndpoints } from "./claims.ts";
import { cspReportEndpoints } from "./csp-reports.ts";
import { deadLetterEndpoints } from "./dead-letters.ts";
import { operatorEligibilityEndpoints } from "./eligibility.ts";
import { healthAlertEndpoints } from "./health-alerts.ts";
import { operatorIdentityEndpoints } from "./identities.ts";
import { operatorKeyEndpoints } from "./keys.ts";
import { matchingRedactionEndpoints } from "./matching-redactions.ts";
import { overviewEndpoints } from "./overview.ts";
import { redactionEndpoints } from "./redactions.ts";
import { operatorStationEndpoints } from "./stations.ts";
import { storageEndpoints } from "./storage.ts";
import { operatorTokenEndpoints } from "./tokens.ts";

/** The operator's interface, and what everybody sees of it. */
export const operatorEndpoints = {
  ...overviewEndpoints,
  ...storageEndpoints,
  ...deadLetterEndpoints,
  ...operatorClaimEndpoints,
  ...operatorReportEndpoints,
  ...operatorAccountEndpoints,
  ...operatorIdentityEndpoints,
  ...operatorEligibilityEndpoints,
  ...operatorStationEndpoints,
  ...operatorKeyEndpoints,
  ...operatorTokenEndpoints,
  ...blockEndpoints,
  ...redactionEndpoints,
  ...matchingRedactionEndpoints,
  ...announcementEndpoints,
  ...healthAlertEndpoints,
  ...auditLogEndpoints,
  ...cspReportEndpoints,
} as const;
