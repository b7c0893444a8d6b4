export { type Account, accountOf, sumOf, totalOf } from "./accounting/account-of-messages.ts";
export { readClock, readServerFacts } from "./accounting/accounting.ts";
export type { Bounds } from "./accounting/bounds.ts";
export {
  measureAccounting,
  type MeasuredAccounting,
  notStored,
} from "./accounting/measure-accounting.ts";
export { readAsOf } from "./connection/read-as-of.ts";
export { deleteCanaryMessages, isStored, listCanaryStations, openCanary } from "./canary/canary.ts";
export { countWaitingWork, type WaitingWork } from "./accounting/waiting-work.ts";
export {
  askForRetry,
  deleteRetryCounts,
  readRetries,
  retryAskedDeadLetters,
} from "./accounting/retry-dead-letters.ts";
export {
  addDeadLetters,
  countDeadLetters,
  type DeadLetter,
  type DeadLetterSelection,
  dropDeadLetters,
  droppedMax,
  listDeadLetters,
  readDeadLetters,
  sampleDeadLetters,
  type StoredDeadLetter,
} from "./accounting/dead-letters.ts";
export {
  type Backlog,
  readBacklogs,
  type FoundLedger,
  readLedger,
  readTimeline,
  writeLedger,
} from "./accounting/ledgers.ts";
export * from "./accounting/watermarks.ts";
export {
  addAccount,
  endAccount,
  findAccount,
  findAccountById,
  renameAccount,
  setAccountRole,
} from "./accounts/accounts.ts";
export {
  listOperatorStations,
  type OperatorStation,
  readOperatorStation,
} from "./stations/operator-stations.ts";
export { hostAccountName, hostTier, setHostKey } from "./accounts/host-key.ts";
export {
  addApiKey,
  findApiKey,
  issueApiKey,
  listActiveKeyHashes,
  listApiKeys,
  listActiveApiKeys,
  recordKeyUses,
  reissueApiKey,
  revokeApiKey,
} from "./accounts/api-keys.ts";
export { listEligibility, setEligibilityOverride } from "./accounts/eligibility-overrides.ts";
export * from "./accounts/ended-keys.ts";
export * from "./accounts/expiring-keys.ts";
export {
  type ExternalIdentity,
  findLinkedAccount,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from "./accounts/external-identities.ts";
export * from "./accounts/key-eligibility.ts";
export {
  addNotification,
  claimNotifications,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  type NotificationToAdd,
} from "./accounts/notifications.ts";
export { feederTier, listTiers, removeTier, setTier, starterTier } from "./accounts/tiers.ts";
export { type UpgradedKey, upgradeStarterKeys } from "./accounts/starter-keys.ts";
export { findUsers, readUser } from "./accounts/find-users.ts";
export {
  addAlertMatches,
  airframeTypes,
  type AlertMatch,
  loadMessageRules,
  type MessageRule,
  messageRulesVersion,
} from "./alerts/alert-matches.ts";
export { deleteAlertMatches, type DeliveredAlert, deliverAlerts } from "./alerts/deliver-alerts.ts";
export { readStationAlert, type StationAlert } from "./alerts/station-alert.ts";
export {
  addAlertRule,
  changeAlertRule,
  hasEmail,
  listAlertRules,
  removeAlertRule,
  stopMails,
} from "./alerts/alert-rules.ts";
export * from "./airframes/airframe-directory.ts";
export {
  type AirframeName,
  airframesById,
  findAirframes,
  listAirframes,
  listFleet,
} from "./airframes/airframes.ts";
export type { ListedAirport } from "@jetwire/reference";
export type { ListedAirline } from "./airframes/airline-seed.ts";
export {
  findAirline,
  listAirlines,
  loadAirlineCodes,
  namesOfAirlines,
} from "./airframes/airlines.ts";
export { airportSpellings, findAirport, listAirports } from "./airframes/airports.ts";
export { type FlightFound, flightsById, listFlights, readFlight } from "./airframes/flights.ts";
export * from "./airframes/stable-ids.ts";
export {
  accountsAfter,
  announcementsMax,
  announcementsToNotify,
  type AnnouncementToNotify,
  currentAnnouncements,
  deleteAnnouncements,
  endAnnouncement,
  listAnnouncements,
  noteNotified,
  publishAnnouncement,
} from "./announcements/announcements.ts";
export {
  listOperatorAccounts,
  readOperatorAccount,
  setKeyTier,
} from "./accounts/operator-accounts.ts";
export { listOperatorKeys, ownerOfKey, scopesOfKey } from "./accounts/operator-keys.ts";
export {
  listReports,
  readConversationOfReport,
  redactChatMessage,
} from "./chat/reported-conversations.ts";
export * from "./chat/chat-blocks.ts";
export {
  chatMessagesSince,
  type FirstContactLimits,
  listThreadMessages,
  storeChatMessage,
} from "./chat/chat-messages.ts";
export {
  listChatReports,
  readChatReport,
  reportChatMessage,
  resolveChatReport,
} from "./chat/chat-reports.ts";
export * from "./chat/chat-threads.ts";
export {
  type AuditPage,
  deleteActions,
  listActions,
  type RecordedAction,
} from "./audit/audit-log.ts";
export { type Actor, recordAction } from "./audit/record-action.ts";
export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type RunQueries,
  type Sql,
} from "./connection/database.ts";
export * from "./connection/durability.ts";
export * from "./connection/server-clock.ts";
export * from "./connection/unavailable.ts";
export { type ExportedRow, exportAccount } from "./erasure/account-export.ts";
export * from "./erasure/erasures.ts";
export {
  callOffErasure,
  carryOutErasure,
  dueErasures,
  listPlannedErasures,
  planErasure,
} from "./erasure/planned-erasures.ts";
export * from "./import/import-airframes.ts";
export { importAirports } from "./import/import-airports.ts";
export * from "./import/import-airlines.ts";
export * from "./import/import-stations.ts";
export {
  claimMails,
  deleteMails,
  type DueMail,
  giveUpExpiredMails,
  giveUpMail,
  markMailSent,
} from "./mail/outbox.ts";
export {
  linkOwnIdentity,
  type ListedIdentity,
  listOwnIdentities,
  removeIdentity,
  signUpByIdentity,
} from "./sign-in/identities.ts";
export type { WorkingMethods } from "./sign-in/working-methods.ts";
export { createMailQueue, type MailQueue } from "./mail/mail-queue.ts";
export { queueMail } from "./mail/queue-mail.ts";
export { accessPath } from "./messages/access-path.ts";
export { countMatches, listMatchingIds } from "./messages/count-matches.ts";
export { filterText, readFilter } from "./messages/filter-reader.ts";
export { createFlightKeys, type FlightKeys } from "./messages/flight-keys.ts";
export * from "./messages/flight-messages.ts";
export * from "./messages/latest-messages.ts";
export { messageColumns } from "./messages/message-columns.ts";
export { countMessages, usualPerHour, usualPerHourOf } from "./messages/message-counts.ts";
export type { MessageFilter } from "./messages/message-filter.ts";
export { rawAccessById, rawsById, shownStationsById } from "./messages/message-parts.ts";
export * from "./messages/messages.ts";
export {
  countLateOwnMessages,
  countOwnMessages,
  type LateMessages,
  listLateOwnMessages,
  listOwnMessages,
  newestOwnMessages,
  oldestOwnMessage,
  retentionStartMs,
  type StationBound,
} from "./messages/own-messages.ts";
export { copiesThatSayMore } from "./messages/content-copies.ts";
export { receptionsByGroup } from "./messages/receptions.ts";
export {
  countRedactable,
  deleteFeedLogRemovals,
  type FeedLogRemoval,
  isRedacted,
  listFeedLogRemovals,
  listRecentRedactions,
  type RecentRedaction,
  type RedactedMessage,
  redactedMax,
  redactMessages,
  type RedactionTarget,
} from "./messages/redactions.ts";
export {
  type AirframeToStore,
  type MessageToStore,
  type PartToStore,
  storeBatch,
} from "./messages/store-batch.ts";
export type { FlightToStore, ReportedPosition } from "./messages/store-flights.ts";
export { deleteWholes, wholesCompletedBy, wholesOfParts } from "./messages/wholes.ts";
export { addFeedMark, missedSinceMs, storedAt, storedWithinMs } from "./messages/stored-order.ts";
export { listHiddenStations, type MessageViewer } from "./messages/visibility.ts";
export { findTargets, type ScoredTarget } from "./lookup/find-targets.ts";
export { deletePositions, listPositions } from "./positions/airframe-positions.ts";
export { readFlightTrack, type ReportedTrackPosition } from "./positions/flight-track.ts";
export { readCoverage } from "./positions/station-coverage.ts";
export { type CountedHour, countStationHours, messagesAround } from "./stations/station-gaps.ts";
export {
  deleteTalliedHours,
  deleteTallies,
  hoursToTally,
  tallyHour,
} from "./tallies/tally-hours.ts";
export { type NamedCount, readAirlineTallies, readTallies } from "./tallies/read-tallies.ts";
export { migrate, migrationStatus } from "./migrate.ts";
export { sendColumns, sentRows } from "./query/columns.ts";
export * from "./retention/expired-rows.ts";
export * from "./retention/expired-sessions.ts";
export * from "./retention/job-runs.ts";
export {
  dropPartitions,
  ensurePartitions,
  type PartitionedTable,
  partitionName,
} from "./retention/partitions.ts";
export { createServiceRoles, roleUrl } from "./roles/service-roles.ts";
export {
  type FollowedSenderBlocks,
  followSenderBlocks,
} from "./sender-blocks/follow-sender-blocks.ts";
export {
  addSenderBlock,
  deleteExpiredSenderBlocks,
  listNamedBlocks,
  removeSenderBlock,
  senderBlocksMax,
} from "./sender-blocks/sender-blocks.ts";
export {
  findSessionScopes,
  isSessionActive,
  revokeToken,
  sessionsEndedSince,
  setBanned,
} from "./sessions/session-revocation.ts";
export {
  endSession,
  findSession,
  openSession,
  renewSession,
  type SessionUser,
} from "./sessions/sessions.ts";
export {
  deleteExpiredWebSessions,
  endAllSessions,
  endWebSession,
  findWebSession,
  listWebSessions,
  openWebSession,
  useWebSession,
  type WebSession,
  webSessionSeconds,
} from "./sessions/web-sessions.ts";
export { addChallenge, takeChallenge } from "./sign-in/challenges.ts";
export {
  addLink,
  createInvitation,
  findAccountByEmail,
  isInvitationValid,
  isUsernameTaken,
  readLink,
  spendLink,
  type StoredLink,
} from "./sign-in/links.ts";
export {
  addPasskey,
  findPasskey,
  listPasskeys,
  listCredentialIds,
  passkeysMax,
  recordPasskeyUse,
  removePasskey,
  renamePasskey,
  signUpByPasskey,
} from "./sign-in/passkeys.ts";
export { changeProfile, isAppearingOffline, readProfile, removeEmail } from "./sign-in/profiles.ts";
export {
  addFirstSigningKey,
  listAllSigningKeys,
  listSigningKeys,
  listVerifyKeys,
  replacePrivateKey,
  rotateSigningKey,
} from "./sessions/signing-keys.ts";
export { decideClaimDispute, disputeClaim, listClaimDisputes } from "./stations/claim-disputes.ts";
export {
  acceptTransfer,
  carryOutTransfer,
  deleteExpiredTransfers,
  dueTransfers,
  endTransfer,
  listTransfers,
  requestTransfer,
  type StoredTransfer,
} from "./stations/station-transfers.ts";
export {
  feederSilenceMs,
  type FeederSilence,
  readFeederSilence,
} from "./stations/feeder-silence.ts";
export { type LatestReceptions, readLatestReceptions } from "./stations/latest-receptions.ts";
export { type NetworkStationRow, listNetworkStations } from "./stations/network-stations.ts";
export {
  addNetworkRejects,
  deleteNetworkRejects,
  listNetworkRejects,
  type NetworkRejectToAdd,
} from "./stations/network-rejects.ts";
export { listVisibleStations, readVisibleStation } from "./stations/public-stations.ts";
export { decideClaim } from "./stations/decide-claim.ts";
export {
  deleteExpiredClaimCodes,
  describeClaimCode,
  findClaimByCode,
  issueClaimCode,
  listClaims,
  listWaitingClaims,
  requestClaim,
} from "./stations/station-claims.ts";
export {
  readStationHealth,
  readStationLatest,
  type StationHealth,
} from "./stations/station-latest.ts";
export { messagesOfLastHour, readStationSamples } from "./stations/station-rates.ts";
export {
  issueStationKey,
  listStationKeys,
  readStationAccess,
  revokeStationKey,
  stationKeysMax,
} from "./stations/station-keys.ts";
export { readOfflineSince } from "./stations/station-online.ts";
export * from "./stations/provisional-stations.ts";
export { type ClaimProof, listProvableClaims, proveClaim } from "./stations/prove-claim.ts";
export {
  addStationRejects,
  deleteRejects,
  listStationRejects,
  listRejectsOfStations,
  type StationRejectToAdd,
} from "./stations/station-rejects.ts";
export * from "./stations/station-settings.ts";
export {
  addStationSources,
  deleteSources,
  listNetworksWithHistory,
  newNetworksMax,
  sourceDays,
  type StationSource,
} from "./stations/station-sources.ts";
export * from "./stations/station-states.ts";
export {
  addStation,
  claimStation,
  findByIdents,
  listOwned,
  looksLikeStation,
  ownersOfStations,
  ownersUpdatedSince,
  registerStation,
  stationIdents,
  stationsById,
} from "./stations/stations.ts";
export {
  deleteGroundCounts,
  deleteGroundFrequencies,
  deleteGroundReceivers,
  deleteGroundStations,
} from "./ground-stations/expired-sightings.ts";
export {
  groundStationsById,
  listGroundStations,
  readGroundStation,
} from "./ground-stations/ground-stations.ts";
export { type Sightings, writeSightings } from "./ground-stations/write-sightings.ts";
