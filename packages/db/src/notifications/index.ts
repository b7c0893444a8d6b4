export {
  add,
  claim,
  list,
  markRead,
  markReadUntil,
  type NotificationToAdd,
} from "./notifications.ts";
