/** Lists what the text of each kind of mail says. All values are shown as plain text. */
export interface MailValues {
  readonly "sign-in": { readonly user: string; readonly link: string };
  readonly "sign-up": { readonly user: string; readonly link: string };
  readonly invitation: { readonly link: string };
  /** `way`: what was added, `passkey` or `sign-in`; `name`: its name. */
  readonly "new-way-in": {
    readonly user: string;
    readonly way: string;
    readonly name: string;
    readonly link: string;
  };
  /** `since`: time of the last message; `usual`: messages an hour; `stop`: link to stop these mails. */
  readonly "station-silent": {
    readonly ident: string;
    readonly since: string;
    readonly usual: string;
    readonly link: string;
    readonly stop: string;
  };
  /** `since`: time since when messages are received again. */
  readonly "station-back": {
    readonly ident: string;
    readonly since: string;
    readonly link: string;
    readonly stop: string;
  };
  /** `rule`: name of the alert rule; `what`: the message in a few words; `messageId`: its id. */
  readonly alert: {
    readonly messageId: string;
    readonly rule: string;
    readonly what: string;
    readonly link: string;
    readonly stop: string;
  };
  /** `decision`: `approved` or `refused`. */
  readonly "claim-decided": {
    readonly ident: string;
    readonly decision: string;
    readonly reason: string;
    readonly link: string;
  };
  /** `kind`: `account` or `station`; `what`: its name; `until`: when it takes effect. */
  readonly "erasure-planned": {
    readonly kind: string;
    readonly what: string;
    readonly until: string;
    readonly link: string;
  };
  /** `to`: the user who gets the station; `until`: when it takes effect. */
  readonly "transfer-accepted": {
    readonly ident: string;
    readonly to: string;
    readonly until: string;
    readonly link: string;
  };
  /** Summarizes what came in quiet hours; `count`: how much; `what`: the rules and stations. */
  readonly "quiet-summary": {
    readonly count: string;
    readonly what: string;
    readonly link: string;
  };
  /** `link`: the section of the runbook; `settings`: where the operator chooses what is mailed. */
  readonly "service-health": {
    readonly title: string;
    readonly body: string;
    readonly link: string;
    readonly settings: string;
  };
  readonly "email-change": { readonly user: string; readonly link: string };
}

export type MailKind = keyof MailValues;

/** The mails without which somebody cannot sign in; they are sent before others. */
export const linkKinds = [
  "sign-in",
  "sign-up",
  "email-change",
] as const satisfies readonly MailKind[];

const minute = 60;
const day = 24 * 60 * minute;

/** How long a mail of each kind is tried, seconds: a link that has expired is of no use. */
export const mailSeconds: Readonly<Record<MailKind, number>> = {
  "sign-in": 15 * minute,
  "sign-up": 15 * minute,
  "email-change": 15 * minute,
  invitation: 3 * day,
  "new-way-in": 3 * day,
  "station-silent": day,
  "station-back": day,
  alert: day,
  "claim-decided": 3 * day,
  "erasure-planned": day,
  "transfer-accepted": day,
  "quiet-summary": 3 * day,
  "service-health": day,
};
