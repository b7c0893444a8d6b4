export { createQueue, type MailQueue } from "./mail-queue.ts";
export { claim, deleteOld, type DueMail, giveUpExpired, giveUp, markSent } from "./outbox.ts";
export { queue } from "./queue-mail.ts";
