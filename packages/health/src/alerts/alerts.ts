import type { Alert } from "./alert.ts";
import { deliveryAlerts } from "./delivery-alerts.ts";
import { ingestAlerts } from "./ingest-alerts.ts";
import { serviceAlerts } from "./service-alerts.ts";

/** All alerts, in the order of the runbook. */
export const alerts: readonly Alert[] = [...serviceAlerts, ...ingestAlerts, ...deliveryAlerts];

export type AlertName =
  | (typeof serviceAlerts)[number]["name"]
  | (typeof ingestAlerts)[number]["name"]
  | (typeof deliveryAlerts)[number]["name"];
