export {
  addBlock,
  removeBlock,
  listBlocks,
  listBlockers,
  mayReach,
  visibleUsers,
} from "./chat-blocks.ts";
export {
  messagesSince,
  type FirstContactLimits,
  listMessages,
  storeMessage,
} from "./chat-messages.ts";
export { listReports, readReport, reportMessage, resolveReport } from "./chat-reports.ts";
export { markThreadRead, listThreads } from "./chat-threads.ts";
export {
  listReportsForOperator,
  readReportedConversation,
  redactMessage,
} from "./reported-conversations.ts";
