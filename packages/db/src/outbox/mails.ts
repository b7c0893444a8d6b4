export { claim, type DueMail, giveUp, giveUpExpired, markFailed, markSent } from "./claim-mails.ts";
export { createQueue, type MailQueue } from "./mail-queue.ts";
export { readNewest } from "./newest-mail.ts";
export { deleteOld } from "./rows.ts";
export { queue } from "./queue-mail.ts";
