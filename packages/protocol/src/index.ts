export * from "./message/airframe.ts";
export * from "./events/chat.ts";
export * from "./events/client-events.ts";
export * from "./documents/asyncapi.ts";
export * from "./documents/openapi.ts";
export * from "./message/enriched-message.ts";
export * from "./errors.ts";
export * from "./events/feed-events.ts";
export * from "./internal/firehose.ts";
export * from "./message/flight-key.ts";
export * from "./message/flight.ts";
export * from "./internal/jobs.ts";
export * from "./internal/ledger.ts";
export * from "./message/message-id.ts";
export * from "./message/message.ts";
export * from "./events/notification.ts";
export * from "./events/presence.ts";
export * from "./internal/notice.ts";
export * from "./rest/endpoints/accounts.ts";
export * from "./rest/endpoints/chat.ts";
export * from "./rest/endpoints/claims.ts";
export * from "./rest/endpoints/airframes.ts";
export { type AnswerHeader, answerHeaders } from "./rest/answer-headers.ts";
export * from "./rest/endpoint.ts";
export * from "./rest/endpoints/index.ts";
export type { Box } from "./rest/filters.ts";
export * from "./rest/endpoints/flights.ts";
export * from "./rest/endpoints/ingest.ts";
export {
  type DecodedText,
  type MessagePart,
  messageParts,
  ReadMessage,
} from "./rest/message-include.ts";
export type { MessageFilters } from "./rest/message-filters.ts";
export * from "./rest/endpoints/message-export.ts";
export * from "./rest/endpoints/messages.ts";
export * from "./rest/endpoints/notifications.ts";
export { pageRowsMax } from "./rest/parameters.ts";
export * from "./rest/problem.ts";
export * from "./rest/endpoints/sessions.ts";
export * from "./rest/endpoints/stations.ts";
export * from "./rest/endpoints/stats.ts";
export * from "./rest/endpoints/status.ts";
export * from "./rest/endpoints/streams.ts";
export * from "./internal/rooms.ts";
export * from "./events/server-events.ts";
export * from "./events/auth-expiring.ts";
export * from "./events/sniff.ts";
export * from "./internal/station-owner.ts";
export * from "./message/station.ts";
export * from "./streams.ts";
