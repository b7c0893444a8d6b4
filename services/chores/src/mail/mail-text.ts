import type { DueMail } from "@jetwire/db";

/** A mail's subject and its plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** The link that stops mails of this kind, if there is one. */
  readonly stop?: string;
}

const signInMinutes = 15;
/** Idents that cannot be taken for words or another address; others appear in the text only. */
const plainIdent = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const plainUser = /^[A-Za-z0-9_.-]{1,64}$/;

/** Writes a mail. @param host the host of this deployment, which each mail names */
export function mailText(mail: DueMail, host: string): MailText {
  const asked = `${utcTime(mail.createdAt)} UTC`;
  switch (mail.kind) {
    case "sign-in": {
      const { user, link } = cleaned(mail.values);
      return {
        subject: `Sign in to ${host}`,
        text: `Somebody asked to sign in to ${host} as ${user}. If it was you, open this link within ${signInMinutes} minutes and press “Sign in”:

${link}

If not, ignore this mail; nothing happens without that button. Asked at ${asked}.`,
      };
    }
    case "sign-up": {
      const { user, link } = cleaned(mail.values);
      return {
        subject: `Finish your account at ${host}`,
        text: `Open this link within ${signInMinutes} minutes to finish the account “${user}”:

${link}

Without it, no account is made.`,
      };
    }
    case "invitation":
      return {
        subject: `Invitation to ${host}`,
        text: `The operator of ${host} invites you to an account. This link is good for 7 days and once:

${cleaned(mail.values).link}`,
      };
    case "new-way-in": {
      const { user, way, name, link } = cleaned(mail.values);
      const added = way === "passkey" ? "passkey" : "sign-in";
      return {
        subject: `A ${added} was added to ${plainUser.test(user) ? user : "your account"}`,
        text: `A ${added} “${name}” was added to the account “${user}” at ${host} at ${asked}. If it was not you: sign out everywhere at ${link}`,
      };
    }
    case "email-change": {
      const { user, link } = cleaned(mail.values);
      return {
        subject: `Confirm your address at ${host}`,
        text: `Open this link within ${signInMinutes} minutes to use this address for the account “${user}” at ${host}:

${link}

If you did not ask for it, ignore this mail; nothing changes without that link. Asked at ${asked}.`,
      };
    }
    case "station-silent": {
      const { ident, since, usual, link, stop } = cleaned(mail.values);
      return {
        subject: `${subjectIdent(ident)} is silent`,
        text: `${host} has received no message of ${ident} since ${utcTime(since)} UTC; usual at this hour: ${usual} an hour.

Details: ${link}

You get the next mail when it is back.
${stopLine(stop)}`,
        stop,
      };
    }
    case "station-back": {
      const { ident, since, link, stop } = cleaned(mail.values);
      return {
        subject: `${subjectIdent(ident)} is back`,
        text: `${host} has received messages of ${ident} again since ${utcTime(since)} UTC.

Details: ${link}

${stopLine(stop)}`,
        stop,
      };
    }
    case "alert": {
      const { rule, what, link, stop } = cleaned(mail.values);
      return {
        subject: `An alert rule of yours at ${host} matched`,
        text: `“${rule}”: ${what}

Details: ${link}

${stopLine(stop)}`,
        stop,
      };
    }
    case "quiet-summary": {
      const { count, what, link } = cleaned(mail.values);
      return {
        subject: `${count} alerts at ${host} during your quiet hours`,
        text: `During your quiet hours there came: ${what}

Details: ${link}`,
      };
    }
    case "service-health": {
      const { title, body, link, settings } = cleaned(mail.values);
      return {
        subject: `${host}: ${title}`,
        text: `${body}

Where to look, and how to cure it: ${link}

Choose what is mailed to you: ${settings}`,
      };
    }
    case "erasure-planned": {
      const { kind, what, until, link } = cleaned(mail.values);
      const erased = kind === "account" ? "account" : "station";
      return {
        subject: `Your ${erased} at ${host} will be erased`,
        text: `The ${erased} “${what}” at ${host} will be erased on ${utcTime(until)} UTC. Nobody can undo it then. It was asked for at ${asked}.

If you do not want that, call it off before: ${link}

If you did not ask for it, sign out everywhere and revoke your keys as well.`,
      };
    }
    case "transfer-accepted": {
      const { ident, to, until, link } = cleaned(mail.values);
      return {
        subject: `${subjectIdent(ident)} will belong to another user`,
        text: `${to} has accepted the station ${ident} that was offered from your account at ${host}. It will belong to ${to} on ${utcTime(until)} UTC.

If you do not want that, call it off before: ${link}

If you did not offer it, sign out everywhere and revoke your keys as well.`,
      };
    }
    case "claim-decided": {
      const { ident, decision, reason, link } = cleaned(mail.values);
      const decided = decision === "approved" ? "approved" : "refused";
      return {
        subject: `Claim of ${subjectIdent(ident)}: ${decided}`,
        text: `Your claim of ${ident} at ${host} is ${decided}.${reason === "" ? "" : ` ${reason}`}

${link}`,
      };
    }
  }
}

function stopLine(stop: string): string {
  return `Stop these mails: ${stop}`;
}

function subjectIdent(ident: string): string {
  return plainIdent.test(ident) ? ident : "Your station";
}

/** Returns an ISO 8601 time as people write it: `2026-11-22 07:30`. */
function utcTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "an unknown time";
  return time.toISOString().slice(0, 16).replace("T", " ");
}

/** Replaces what could hide text or begin another line: control, format and separator characters. */
function cleaned<Values extends object>(values: Values): Values {
  const clean = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    String(value).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " "),
  ]);
  return Object.fromEntries(clean) as Values;
}
