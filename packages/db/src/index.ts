export * as accounting from "./accounting/index.ts";
export * as accounts from "./accounts/index.ts";
export * as airframes from "./airframes/index.ts";
export * as airlines from "./airlines/index.ts";
export * as airports from "./airports/index.ts";
export * as alerts from "./alerts/index.ts";
export * as announcements from "./announcements/announcements.ts";
export * as apiKeys from "./api-keys/index.ts";
export * as audit from "./audit/index.ts";
export * as backups from "./backups/index.ts";
export * as canary from "./canary/index.ts";
export * as chat from "./chat/index.ts";
export * as claims from "./claims/index.ts";
export * as deadLetters from "./dead-letters/index.ts";
export * as deliveries from "./outbox/deliveries.ts";
export * as destinations from "./destinations/index.ts";
export * as eligibility from "./eligibility/index.ts";
export * as erasures from "./erasures/index.ts";
export * as flightFacts from "./flight-facts/index.ts";
export * as routeFiles from "./route-files/index.ts";
export * as flights from "./flights/index.ts";
export * as health from "./health/index.ts";
export * as hf from "./hf/index.ts";
export * as groundStations from "./ground-stations/index.ts";
export * as identities from "./identities/index.ts";
export * as jobRuns from "./retention/job-runs.ts";
export * as lookup from "./lookup/find-targets.ts";
export * as mails from "./outbox/mails.ts";
export * as messageFilters from "./message-filters/index.ts";
export * as messageStore from "./message-store/index.ts";
export * as messages from "./messages/index.ts";
export * as networkRejects from "./rejects/network-rejects.ts";
export * as notifications from "./notifications/index.ts";
export * as pastMessages from "./past-messages/index.ts";
export * as partitions from "./retention/partitions.ts";
export * as passkeys from "./sign-in/passkeys.ts";
export * as positions from "./positions/index.ts";
export * as profiles from "./sign-in/profiles.ts";
export * as redecoding from "./redecoding/index.ts";
export * as receipts from "./receipts/index.ts";
export * as redactions from "./redactions/index.ts";
export * as retention from "./retention/index.ts";
export * as senderBlocks from "./sender-blocks/index.ts";
export * as sessions from "./sessions/index.ts";
export * as setup from "./sign-in/setup.ts";
export * as signIn from "./sign-in/index.ts";
export * as signingKeys from "./sessions/signing-keys.ts";
export * as stableIds from "./airframes/stable-ids.ts";
export * as stationActivity from "./station-activity/index.ts";
export * as stationKeys from "./stations/station-keys.ts";
export * as stationRejects from "./rejects/station-rejects.ts";
export * as stationSources from "./station-activity/station-sources.ts";
export * as storage from "./storage/index.ts";
export * as stations from "./stations/index.ts";
export * as tallies from "./tallies/index.ts";
export * as tiers from "./api-keys/tiers.ts";
export * as transfers from "./stations/station-transfers.ts";
export * as undecoded from "./undecoded/index.ts";
export * as vdl from "./vdl/index.ts";
export * as webSessions from "./sessions/web-sessions.ts";
export * as wholes from "./wholes/index.ts";

export type {
  MessageAccount,
  Bounds,
  MeasuredAccounting,
  WaitingWork,
  JournalBacklog,
  DiskSpace,
  FoundLedger,
} from "./accounting/index.ts";
export type { AirframeName, AirframeOfRegister, AirframesImported } from "./airframes/index.ts";
export type { ListedAirline } from "./airlines/index.ts";
export type { AlertMatch, MessageRule, DeliveredAlert, StationAlert } from "./alerts/index.ts";
export type { AnnouncementToNotify } from "./announcements/announcements.ts";
export type { UpgradedKey, KeyEnd, ExpiringKey } from "./api-keys/index.ts";
export type { AuditPage, RecordedAction, Actor } from "./audit/index.ts";
export type { FirstContactLimits } from "./chat/index.ts";
export type { BackupState } from "./backups/backup-state.ts";
export type { DatabaseLoad } from "./backups/load.ts";
export type { DatabaseSnapshot } from "./backups/snapshot.ts";
export type { ClaimProof } from "./claims/index.ts";
export type { DeadLetter, DeadLetterSelection, StoredDeadLetter } from "./dead-letters/index.ts";
export type { RowToExport, ErasureWithObject } from "./erasures/index.ts";
export type { FactsRebuilt, FlightChange } from "./flight-facts/index.ts";
export type { FlightFound, FlightKeys, ReportedTrackPosition } from "./flights/index.ts";
export type { Sightings } from "./ground-stations/index.ts";
export type { ExternalIdentity, ListedIdentity } from "./identities/index.ts";
export type { JobRun } from "./retention/job-runs.ts";
export type { ScoredTarget } from "./lookup/find-targets.ts";
export type { PushKeys } from "./destinations/index.ts";
export type { DueDelivery, DeliveryTarget } from "./outbox/deliveries.ts";
export type { DueMail, MailQueue } from "./outbox/mails.ts";
export type { MessageFilter } from "./message-filters/index.ts";
export type {
  AirframeToStore,
  MessageToStore,
  PartToStore,
  FlightToStore,
} from "./message-store/index.ts";
export type {
  LateMessages,
  StationBound,
  MessageViewer,
  LatestMessages,
} from "./messages/index.ts";
export type { KnownAirframe, KnownFlight, KnownReception } from "./past-messages/index.ts";
export type { NetworkRejectToAdd } from "./rejects/network-rejects.ts";
export type { NotificationToAdd } from "./notifications/index.ts";
export type { ReceivedPosition, StationCell } from "./positions/index.ts";
export type { PartitionedTable } from "./retention/partitions.ts";
export type { PartitionSize, TableSize } from "./storage/measure-sizes.ts";
export type { StorageSample } from "./storage/storage-samples.ts";
export type {
  FeedLogRemoval,
  RecentRedaction,
  RedactedMessage,
  RedactedRange,
} from "./redactions/index.ts";
export type { ChangedContent, KeptRow, RedecodingRun, Selection } from "./redecoding/index.ts";
export type { FollowedSenderBlocks } from "./sender-blocks/index.ts";
export type { SessionUser } from "./sessions/index.ts";
export type { WorkingMethods, StoredLink } from "./sign-in/index.ts";
export type {
  CountedHour,
  FeederSilence,
  LatestReceptions,
  StationHealth,
  StationActivityRow,
} from "./station-activity/index.ts";
export type { StationRejectToAdd } from "./rejects/station-rejects.ts";
export type { StationSource } from "./station-activity/station-sources.ts";
export type {
  StationWithOwner,
  NetworkStationRow,
  StationToImport,
  StationsImported,
} from "./stations/index.ts";
export type { NamedCount } from "./tallies/index.ts";
export type { LayoutQuery } from "./undecoded/index.ts";
export type { StoredTransfer } from "./stations/station-transfers.ts";
export type { WebSession } from "./sessions/web-sessions.ts";
export type { ListedAirport } from "@jetwire/reference";

export { Database, type DatabaseOptions, type RunQueries } from "./connection/database.ts";
export { checkDurability } from "./connection/durability.ts";
export { readAsOf } from "./connection/read-as-of.ts";
export { readTimeMs } from "./connection/server-clock.ts";
export { type Sql } from "./connection/sql.ts";
export { isUnavailable } from "./connection/unavailable.ts";
export { migrate, migrationStatus } from "./migrate.ts";
export { sendColumns, sentRows } from "./query/columns.ts";
export {
  backupRoleUrl,
  createBackupRole,
  grantExistingRoles,
  createServiceRoles,
  roleUrl,
} from "./roles/service-roles.ts";
export type {
  AnnouncedChannel,
  HfPath,
  HfPosition,
  HfReception,
  ReceivedChannel,
  ReportedChannel,
} from "./hf/index.ts";
