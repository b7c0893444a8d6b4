import type { AlertName } from "./alerts.ts";

/**
 * The alerts that follow from others. While a cause fires, nobody is notified of what follows from it. The example of
 * Alertmanager has the same, which a test compares.
 */
export const consequences: Readonly<Partial<Record<AlertName, readonly AlertName[]>>> = {
  JetwireDiskLow: [
    "JetwireDiskFilling",
    "JetwireIngestRefuses",
    "JetwireRedisDown",
    "JetwirePostgresDown",
    "JetwireNotReady",
    "JetwireAlarm",
    "JetwireCanaryLost",
    "JetwireStageLate",
  ],
  JetwireRedisDown: [
    "JetwireNotReady",
    "JetwireNoGateway",
    "JetwireAlarm",
    "JetwireJournalWaiting",
    "JetwireStageLate",
    "JetwireMessagesLate",
    "JetwireCanaryLost",
    "JetwireCanarySometimesLost",
    "JetwirePublishesDropped",
    "JetwireConnectionsRefused",
    "JetwireRestErrors",
    "JetwireRestSlow",
    "JetwireChoresFail",
    "JetwireChoresStopped",
  ],
  JetwirePostgresDown: [
    "JetwireNotReady",
    "JetwireAlarm",
    "JetwireAccountNotCopied",
    "JetwireStageLate",
    "JetwireMessagesLate",
    "JetwireCanaryLost",
    "JetwireCanarySometimesLost",
    "JetwireRestErrors",
    "JetwireRestSlow",
    "JetwireChoresFail",
    "JetwireChoresStopped",
  ],
  JetwireRedisMemory: [
    "JetwireJournalWaiting",
    "JetwireStageLate",
    "JetwireMessagesLate",
    "JetwireCanaryLost",
    "JetwireCanarySometimesLost",
    "JetwirePublishesDropped",
  ],
  JetwireServiceMissing: [
    "JetwireProcessDown",
    "JetwireNoGateway",
    "JetwireStateUnknown",
    "JetwireStageLate",
    "JetwireMessagesLate",
    "JetwireCanaryLost",
    "JetwireCanarySometimesLost",
  ],
  JetwireStageLate: ["JetwireMessagesLate", "JetwireCanaryLost", "JetwireCanarySometimesLost"],
  JetwireCertificateUnusable: [
    "JetwireCertificateExpiring",
    "JetwireCanaryLost",
    "JetwireCanarySometimesLost",
  ],
};
