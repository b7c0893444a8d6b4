export { type AuditPage, deleteActions, listActions, type RecordedAction } from "./audit-log.ts";
export { type Actor, recordAction } from "./record-action.ts";
