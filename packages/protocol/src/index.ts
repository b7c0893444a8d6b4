export * from "./airframe.ts";
export * from "./chat.ts";
export * from "./client-events.ts";
export * from "./documents/asyncapi.ts";
export * from "./documents/openapi.ts";
export * from "./enriched-message.ts";
export * from "./errors.ts";
export * from "./feed-events.ts";
export * from "./firehose.ts";
export * from "./flight-key.ts";
export * from "./flight.ts";
export * from "./jobs.ts";
export * from "./ledger.ts";
export * from "./message-id.ts";
export * from "./message.ts";
export * from "./notification.ts";
export * from "./presence.ts";
export * from "./notice.ts";
export * from "./rest/accounts.ts";
export * from "./rest/chat.ts";
export * from "./rest/claims.ts";
export * from "./rest/airframes.ts";
export { type AnswerHeader, answerHeaders } from "./rest/answer-headers.ts";
export * from "./rest/endpoint.ts";
export * from "./rest/endpoints.ts";
export type { Box } from "./rest/filters.ts";
export * from "./rest/flights.ts";
export * from "./rest/ingest.ts";
export {
  type DecodedText,
  type MessagePart,
  messageParts,
  ReadMessage,
} from "./rest/message-include.ts";
export type { MessageFilters } from "./rest/message-filters.ts";
export * from "./rest/message-export.ts";
export * from "./rest/messages.ts";
export * from "./rest/notifications.ts";
export { pageRowsMax } from "./rest/parameters.ts";
export * from "./rest/problem.ts";
export * from "./rest/problem-answers.ts";
export * from "./rest/sessions.ts";
export * from "./rest/stations.ts";
export * from "./rest/stats.ts";
export * from "./rest/status.ts";
export * from "./rest/streams.ts";
export * from "./rooms.ts";
export * from "./server-events.ts";
export * from "./session.ts";
export * from "./sniff.ts";
export * from "./station-owner.ts";
export * from "./station.ts";
export * from "./streams.ts";
