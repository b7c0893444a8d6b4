export {
  addMatches,
  airframeTypes,
  type AlertMatch,
  loadMessageRules,
  type MessageRule,
  messageRulesVersion,
} from "./alert-matches.ts";
export { addRule, changeRule, hasEmail, listRules, removeRule, stopMails } from "./alert-rules.ts";
export { deleteMatches, type DeliveredAlert, deliver } from "./deliver-alerts.ts";
export { readForStation, type StationAlert } from "./station-alert.ts";
