export * from "./events/index.ts";
export * from "./message/airframe.ts";
export * from "./documents/asyncapi.ts";
export { feederObjectSchema } from "./documents/feeder-schema.ts";
export { ingestAnswerSchema } from "./documents/ingest-schema.ts";
export { openApiDocument } from "./documents/openapi.ts";
export {
  Assembly,
  Decoded,
  decodedCharsMax,
  decodedItemsMax,
  FlightTimes,
} from "./message/content.ts";
export {
  decodedApplications,
  decodedLabels,
  selectedApplications,
} from "./message/applications.ts";
export * from "./message/enriched-message.ts";
export { AppError, type ErrorCode, type FieldError } from "./errors.ts";
export {
  receiptRange,
  type Receipt,
  type Receipts,
  receiptSealMs,
} from "./rest/endpoints/stations/receipts.ts";
export {
  type FirehoseLine,
  type FirehoseText,
  FirehoseTickHead,
  firehoseTickHead,
  readFirehoseLine,
  readFirehoseTick,
  writeFirehoseLine,
  writeFirehoseTick,
} from "./internal/firehose.ts";
export { EntryMessage, entryMessages } from "./internal/entry-message.ts";
export { EntryWhole, readEntryWhole } from "./internal/entry-whole.ts";
export {
  type AirlineCodes,
  airlineOf,
  airlineSpellings,
  flightKey,
  flightSpellings,
} from "./message/flight-key.ts";
export { compileFilter, type FitsFilter } from "./filters/compile-filter.ts";
export {
  type ColumnComparison,
  type ColumnFilterName,
  type FilterMember,
  filterMemberNames,
  filterMembers,
  type ParameterOf,
} from "./filters/filter-members.ts";
export { FilterIndex } from "./filters/index/filter-index.ts";
export * from "./filters/index/indexed-filter.ts";
export { type KnownCodes, noCodes } from "./filters/known-codes.ts";
export { isPossibleTime, reportedTimeToleranceMs } from "./message/possible-times.ts";
export { readFrequencies } from "./message/frequencies.ts";
export * from "./message/flight.ts";
export * from "./internal/jobs.ts";
export * from "./internal/canary-run.ts";
export * from "./internal/ledger.ts";
export {
  isMessageId,
  messageIdFloor,
  messageIdPartition,
  MessageIds,
  messageIdTimeMs,
  pastMessageId,
} from "./message/message-id.ts";
export { Whole } from "./message/whole.ts";
export {
  bestScore,
  type CompletedMessage,
  type ContentCopy,
  type ContentScore,
  contentScore,
  emptyScore,
  saysMore,
  withBestContent,
} from "./message/best-copy.ts";
export { positionTimeLabel, positionTimeMs, statedPositionTime } from "./message/position-time.ts";
export { LinkDirection, Message, requiredMembers } from "./message/message.ts";
export { distanceKm, type GeoPoint, middleOf, sunElevation } from "./reference/sun.ts";
export { signalMemberNames, type Signal } from "./message/signal.ts";
export * from "./internal/notice.ts";
export {
  ApiKey,
  Eligibility,
  IssuedApiKey,
  Limits,
  Me,
} from "./rest/endpoints/accounts/accounts.ts";
export * from "./rest/account-role.ts";
export { ChatBlock, ChatThread, unreadCountMax } from "./rest/endpoints/chat.ts";
export {
  ClaimCode,
  ClaimCodeDetails,
  type ClaimEvidence,
  StationClaim,
} from "./rest/endpoints/stations/claims.ts";
export { provingDays, provingHours } from "./rest/proving.ts";
export {
  Airframe,
  AirframeWithTails,
  type ReceivedTail,
  tailOwnersMin,
} from "./rest/endpoints/airframes/airframes.ts";
export { Airline } from "./rest/endpoints/airframes/airlines.ts";
export { Airport } from "./rest/endpoints/airframes/airports.ts";
export {
  type AirportDirection,
  AirportFlight,
  airportFlightHours,
} from "./rest/endpoints/airframes/airport-flights.ts";
export { type AnswerHeader, answerHeaders } from "./rest/answer-headers.ts";
export { defaultKeyScopes, type KeyScope, keyScopes } from "./rest/key-scopes.ts";
export { endpoint, type Endpoint, type RestAccess, type RestMethod } from "./rest/endpoint.ts";
export * from "./rest/endpoints/index.ts";
export type { Box } from "./rest/filters.ts";
export {
  Flight,
  flightActiveMinutes,
  FlightPosition,
  FlightQuery,
  FlightSummary,
} from "./rest/endpoints/airframes/flights.ts";
export * from "./rest/endpoints/messages/ingest.ts";
export { type MessagePart, ReadMessage } from "./rest/message-include.ts";
export type { MessageFilters } from "./rest/message-filters.ts";
export { Receptions, receptionsMax } from "./rest/receptions.ts";
export * from "./rest/conversation.ts";
export { exportTypes, MessageExportQuery } from "./rest/endpoints/messages/message-export.ts";
export {
  followDelaySeconds,
  MessageQuery,
  searchedDaysMax,
} from "./rest/endpoints/messages/messages.ts";
export {
  disputeHours,
  earlierDisputeDays,
  OwnNetwork,
  shownItemsMax,
  type NetworkRefusal,
  networkRefusalsMax,
  NetworkStation,
  networkStationsMax,
  shownTextMax,
} from "./rest/endpoints/stations/own-network.ts";
export { Feeding, feedingPerMinute, feedingSeconds } from "./rest/endpoints/stations/feeding.ts";
export { Aggregator } from "./rest/endpoints/aggregator.ts";
export { StationTransfer } from "./rest/endpoints/stations/station-transfers.ts";
export { defaultFeederPorts } from "./message/feeder-ports.ts";
export {
  delayedStepHours,
  type Erasure,
  ExportedRow,
  PlannedErasure,
} from "./rest/endpoints/accounts/privacy.ts";
export {
  FactEvidence,
  FlightFacts,
  FlightRoute,
  ReadFlightFacts,
  UsualRoute,
} from "./rest/endpoints/airframes/flight-facts.ts";
export * from "./rest/route-files.ts";
export { AlertFilter } from "./rest/alert-filter.ts";
export {
  alertMatchesMax,
  type AlertPreview,
  AlertRule,
  type AlertRuleChange,
  alertRulesMax,
} from "./rest/endpoints/accounts/alerts.ts";
export type { Delivery, DestinationChange } from "./rest/endpoints/accounts/destinations.ts";
export type { QuietHours } from "./rest/endpoints/accounts/quiet-hours.ts";
export type { Destination, DestinationToAdd } from "./rest/destination.ts";
export { deliveriesPerHourMax, destinationsMax, previousSecretHours } from "./rest/destination.ts";
export { FoundUser, usersFoundMax } from "./rest/endpoints/accounts/users.ts";
export { Identity, OwnPath } from "./rest/endpoints/sign-in/oidc.ts";
export { EmailAddress } from "./rest/email-address.ts";
export * from "./rest/aliases/member-case.ts";
export type { ListOrder } from "./rest/parameters.ts";
export { resolveAliases } from "./rest/aliases/query-aliases.ts";
export { Problem, problemOf } from "./rest/problem.ts";
export { Jwks, SessionGrant } from "./rest/endpoints/accounts/sessions.ts";
export { IssuedStationKey, StationKey } from "./rest/endpoints/stations/station-keys.ts";
export { ListedStation, Station } from "./rest/endpoints/stations/stations.ts";
export { StationReject, StationStatus } from "./rest/endpoints/stations/station-status.ts";
export {
  LabelCount,
  MessagesCounted,
  StationStats,
  StationStatsQuery,
  Stats,
} from "./rest/endpoints/stats/stats.ts";
export {
  Canary,
  StageLags,
  Status,
  StatusDay,
  statusDays,
  StatusHistory,
} from "./rest/endpoints/status.ts";
export {
  ActiveSession,
  SignedIn,
  SignUp,
  SignInMethods,
} from "./rest/endpoints/sign-in/web-sessions.ts";
export { Passkey } from "./rest/endpoints/sign-in/passkeys.ts";
export { Profile } from "./rest/endpoints/sign-in/profile.ts";
export { OpenedLink, type ShownLink, SignedInUser } from "./rest/endpoints/sign-in/sign-in.ts";
export { Streams } from "./rest/endpoints/messages/streams.ts";
export { LookupTarget, lookupTargetsMax } from "./rest/endpoints/lookup.ts";
export { AirframePosition, positionMinutesDefault } from "./rest/endpoints/messages/positions.ts";
export { TrackPosition, trackPositionsMax } from "./rest/endpoints/airframes/flight-track.ts";
export {
  coverageCellDays,
  coverageCellsMax,
  coveragePositionsMax,
  coverageSectors,
  StationCells,
  StationCoverage,
  StationGaps,
} from "./rest/endpoints/stations/station-coverage.ts";
export { airlineDays, fleetDays } from "./rest/endpoints/airframes/airline-lists.ts";
export {
  Breakdown,
  breakdownNamesMax,
  breakdownRange,
  Tally,
} from "./rest/endpoints/stats/stats-breakdown.ts";
export type { UndecodedLayout } from "./rest/endpoints/stats/undecoded.ts";
export * from "./internal/rooms.ts";
export * from "./internal/service-names.ts";
export * from "./internal/station-access.ts";
export * from "./internal/station-owner.ts";
export * from "./message/station-key.ts";
export * from "./message/station.ts";
export * from "./streams.ts";
export { labelMeanings } from "./reference/label-meanings.ts";
export * from "./reference/hfdl-ground-stations.ts";
export { GroundStationId, MessageGroundStation } from "./message/ground-station.ts";
export {
  GroundStation,
  GroundStationDetails,
  groundStationReceiversMax,
} from "./rest/endpoints/stations/ground-stations.ts";
export { type PagePath, pageTitles } from "./rest/page-paths.ts";
export type { OperatorAccount } from "./rest/endpoints/operator/accounts.ts";
export { Announcement, type ListedAnnouncement } from "./rest/endpoints/operator/announcements.ts";
export type { HealthAlertChange, HealthAlerts } from "./rest/endpoints/operator/health-alerts.ts";
export type { AuditEntry } from "./rest/endpoints/operator/audit-log.ts";
export type { SenderBlock } from "./rest/endpoints/operator/blocks.ts";
export type {
  OperatorChatReport,
  ReportedConversation,
} from "./rest/endpoints/operator/chat-reports.ts";
export type { WaitingClaim, WaitingDispute } from "./rest/endpoints/operator/claims.ts";
export { CspReport, type CspViolation } from "./rest/endpoints/operator/csp-reports.ts";
export type {
  DeadLetterContent,
  ListedDeadLetter,
} from "./rest/endpoints/operator/dead-letters.ts";
export type {
  ForecastDisk,
  PlannedDrop,
  StorageReport,
} from "./rest/endpoints/operator/storage.ts";
export type { OperatorStation } from "./rest/endpoints/operator/stations.ts";
export { sessionTokenSeconds } from "./rest/endpoints/operator/tokens.ts";
export type { OperatorKey } from "./rest/endpoints/operator/keys.ts";
export {
  matchingRedactionsMax,
  RedactionFilters,
  shownRedactionsMax,
} from "./rest/endpoints/operator/matching-redactions.ts";
export { Overview, ProcessReport } from "./rest/endpoints/operator/overview.ts";
export type { RedactionTarget } from "./rest/endpoints/operator/redactions.ts";
export { RestoreState, type SetupState } from "./rest/endpoints/setup.ts";
export {
  type ActiveChannel,
  ActiveChannels,
  type FollowedGroundStations,
  hfActiveMinutes,
  hfPeriodMs,
  Propagation,
  propagationRowsMax,
} from "./rest/endpoints/stations/hf.ts";
export {
  VdlChannels,
  vdlCountsMax,
  VdlHandovers,
  VdlReach,
} from "./rest/endpoints/stations/vdl.ts";
export { hourRange } from "./rest/hour-range.ts";
