import type { RestConfig } from "../config.ts";
import { dataLicenceOf } from "./data-licence.ts";

/** A part of a text: plain, or a link. */
export type TextPart = string | { readonly text: string; readonly href: string };

/** A heading with paragraphs and points below it. */
interface PolicySection {
  readonly title: string;
  readonly paragraphs?: readonly (readonly TextPart[])[];
  readonly points?: readonly (readonly TextPart[])[];
}

/** A page of text. */
export interface Policy {
  readonly title: string;
  readonly sections: readonly PolicySection[];
}

/** Returns the privacy policy: what `docs/privacy.md` describes, with the times of this service. */
export function privacyPolicy(config: RestConfig): Policy {
  const ingests = [
    `Your messages, with the ident that your decoder sends. ${config.PUBLIC_VIEWER ? "Everybody" : "Everybody with an account"} may read them. They are transmissions of aircraft, and stay when you leave.`,
    `What your decoder sent, as it sent it, for ${days(config.KEEP_RAW_DAYS)}. Others see it without addresses, e-mails, keys and positions of yours.`,
    "The part before @ of an e-mail address that you set as ident. Do not set one.",
    "From which network a station sends, in which hours: a keyed hash of its address (IPv6: of the /64), for 30 days. The address itself is not stored.",
    "The position of a station if you enter it. Others see it rounded to a tenth of a degree, unless you show it exactly.",
  ];
  const accounts = [
    "Your user name, your e-mail address if you give one, your passkeys (public parts), sessions, keys (hashes), settings and claims, until you erase the account.",
    `Messages of the chat for ${days(config.KEEP_CHAT_DAYS)}, notifications for ${days(config.KEEP_NOTIFICATIONS_DAYS)}.`,
    `What operators and owners did, in the audit log, for ${days(config.KEEP_AUDIT_DAYS)}.`,
    "Cookies only to keep you signed in. No advertising, no analytics, nothing of other services in the page.",
  ];
  return {
    title: "Privacy",
    sections: [
      responsible(config),
      {
        title: "If you feed",
        paragraphs: [["You need no account. This is kept of what a decoder sends:"]],
        points: ingests.map((text) => [text]),
      },
      {
        title: "If you have an account",
        paragraphs: [["This is kept of you:"]],
        points: accounts.map((text) => [text]),
      },
      {
        title: "If you only read",
        paragraphs: [
          [
            "Your address is used to limit requests and connections, and forgotten within the hour. Logs have no texts and no names. Web servers in front of the service may write logs of their own.",
          ],
        ],
      },
      {
        title: "How long",
        points: [
          [`Messages: ${days(config.KEEP_MESSAGES_DAYS)}.`],
          [`Counts by hour, without texts: ${days(config.KEEP_COUNTS_DAYS)}.`],
          ["Copies for the case of a fault are deleted later than what they are copies of."],
        ],
      },
      {
        title: "What you can do",
        points: [
          [
            "Download all data of your account, change it or erase it: ",
            page("/account", "Account"),
            ".",
          ],
          [
            "Claim a station without account later, and then hide or erase it: ",
            page("/desk", "My desk"),
            ".",
          ],
          ["See what comes from your network: ", page("/heard", "Am I heard?"), "."],
          [
            "Anything else: write to the contact above. You may also complain to the authority for data protection of your country.",
          ],
        ],
      },
    ],
  };
}

/** Returns the page about the licence of the data. */
export function licencePage(config: RestConfig): Policy {
  const { name, url } = dataLicenceOf(config);
  const text: TextPart[] =
    name === null
      ? [
          "The operator of this service has not stated a licence of its data. Ask before you publish them.",
        ]
      : [
          "The data that this service gives out are licensed under ",
          url === null ? name : { text: name, href: url },
          ".",
        ];
  return {
    title: "Licence of the data",
    sections: [
      { title: "Messages and what is made of them", paragraphs: [text] },
      {
        title: "What you send",
        paragraphs: [
          [
            "Who sends messages to this service agrees that it gives them out in this way. Messages are transmissions that anybody can receive by radio; in some countries the law limits what may be received or published.",
          ],
        ],
      },
      responsible(config),
      {
        title: "Privacy",
        paragraphs: [["What is kept of people: ", page("/privacy", "Privacy"), "."]],
      },
    ],
  };
}

function responsible({ OPERATOR_NAME: name, PRIVACY_CONTACT: contact }: RestConfig): PolicySection {
  const who =
    name === undefined ? "The operator of this host is responsible." : `Responsible: ${name}.`;
  const how: readonly TextPart[] =
    contact === undefined
      ? ["The operator has not named a contact yet."]
      : [
          "Contact: ",
          { text: contact, href: contact.includes("://") ? contact : `mailto:${contact}` },
        ];
  return { title: "Operator", paragraphs: [[who], how] };
}

function page(href: string, text: string): TextPart {
  return { text, href };
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
