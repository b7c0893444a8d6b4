import { operatorAccountEndpoints } from "./accounts.ts";
import { announcementEndpoints } from "./announcements.ts";
import { auditLogEndpoints } from "./audit-log.ts";
import { blockEndpoints } from "./blocks.ts";
import { operatorReportEndpoints } from "./chat-reports.ts";
import { operatorClaimEndpoints } from "./claims.ts";
import { cspReportEndpoints } from "./csp-reports.ts";
import { deadLetterEndpoints } from "./dead-letters.ts";
import { operatorKeyEndpoints } from "./keys.ts";
import { matchingRedactionEndpoints } from "./matching-redactions.ts";
import { overviewEndpoints } from "./overview.ts";
import { redactionEndpoints } from "./redactions.ts";

/** The operator's interface, and what everybody sees of it. */
export const operatorEndpoints = {
  ...overviewEndpoints,
  ...deadLetterEndpoints,
  ...operatorClaimEndpoints,
  ...operatorReportEndpoints,
  ...operatorAccountEndpoints,
  ...operatorKeyEndpoints,
  ...blockEndpoints,
  ...redactionEndpoints,
  ...matchingRedactionEndpoints,
  ...announcementEndpoints,
  ...auditLogEndpoints,
  ...cspReportEndpoints,
} as const;
