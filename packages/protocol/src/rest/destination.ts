import { z } from "zod";
import { notificationTypes } from "../events/notification.ts";
import { Instant } from "../message/message.ts";
import { checkTogether } from "./parameters.ts";

/** The most destinations of an account. */
export const destinationsMax = 10;
/** The most deliveries of an account in an hour, to all its destinations. The outbox in Postgres counts them, too. */
export const deliveriesPerHourMax = 120;

/** How long messages of a webhook are signed with the secret before, too. */
export const previousSecretHours = 24;

/** The kinds of receivers of notifications. */
const destinationChannels = ["webhook", "ntfy", "discord", "slack", "telegram", "webpush"] as const;
type DestinationChannel = (typeof destinationChannels)[number];

/** Types of notifications that a destination may ask for. */
const deliveredType = z.enum(notificationTypes, `must be one of ${notificationTypes.join(", ")}`);

export const destinationName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not contain control or format characters");
export const deliveredTypes = z
  .array(deliveredType)
  .min(1, "must name at least one type")
  .max(notificationTypes.length)
  .overwrite((given) => [...new Set(given)])
  .describe("The types of notifications that are sent there.");
export const deliveredRuleIds = z
  .array(z.guid())
  .max(50, "must not have more than 50 items")
  .overwrite((given) => [...new Set(given)])
  .describe(
    "Of the notifications `alert.match`, those of these alert rules only; of every rule if it is empty.",
  );

const urlText = "must be an https URL without a user name";
const url = z
  .string()
  .max(500, "must not be longer than 500 characters")
  .refine(isPlainUrl, urlText);
const token = z
  .string()
  .max(200, "must not be longer than 200 characters")
  .regex(/^[\x21-\x7e]+$/, "must be printable characters without spaces");

/** A subscription of a browser to push messages, as its `PushSubscription` gives it. */
const PushSubscription = z.strictObject({
  endpoint: url,
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/, "must be a key in base64url"),
    auth: z.string().regex(/^[\w-]{16,40}={0,2}$/, "must be a secret in base64url"),
  }),
});

/** A destination of `/v1/destinations`. What opens it is never given out. */
export const Destination = z.strictObject({
  id: z.guid(),
  name: z.string(),
  channel: z.enum(destinationChannels),
  address: z.string().describe("What it is known by, without secrets, for example its host."),
  types: z.array(z.string()),
  ruleIds: z.array(z.guid()),
  enabled: z
    .boolean()
    .describe(
      "Whether anything is sent there. The service switches it off after days of failures.",
    ),
  createdAt: Instant,
  failingSince: Instant.nullable().describe(
    "Since when each attempt has failed; `null` if the last one did not.",
  ),
  lastDeliveredAt: Instant.nullable(),
  previousSecretUntil: Instant.nullable().describe(
    "Until when messages are signed with the secret before, too; `null` unless the secret of a webhook was replaced lately.",
  ),
});
export type Destination = z.infer<typeof Destination>;

interface AddressMembers {
  readonly channel: DestinationChannel;
  readonly url?: unknown;
  readonly topic?: unknown;
  readonly token?: unknown;
  readonly chatId?: unknown;
  readonly push?: unknown;
}
type AddressMember = Exclude<keyof AddressMembers, "channel">;

/** The members that an address of each channel has. Those in the second list may be left out. */
const addressMembers: Readonly<
  Record<DestinationChannel, readonly [readonly AddressMember[], readonly AddressMember[]]>
> = {
  webhook: [["url"], []],
  ntfy: [["url", "topic"], ["token"]],
  discord: [["url"], []],
  slack: [["url"], []],
  telegram: [["token", "chatId"], []],
  webpush: [["push"], []],
};

const requireAddress = checkTogether<AddressMembers>(({ value, issues }) => {
  const [needed, allowed] = addressMembers[value.channel];
  for (const member of ["url", "topic", "token", "chatId", "push"] as const) {
    const isGiven = value[member] !== undefined;
    const fault = needed.includes(member)
      ? !isGiven && "is required"
      : isGiven && !allowed.includes(member) && "does not belong to this channel";
    if (fault) {
      const message = `${fault}: ${value.channel}`;
      issues.push({ code: "custom", path: [member], message, input: value });
    }
  }
});

/** The body of `POST /v1/destinations`. */
export const DestinationToAdd = z
  .strictObject({
    name: destinationName.describe("A name for the destination, up to 64 characters."),
    channel: z
      .enum(destinationChannels)
      .describe(
        "`webhook` sends JSON with a signature (Standard Webhooks). `ntfy`, `discord`, `slack` and `telegram` send a text; `slack` also fits servers with webhooks of that form, such as Mattermost. `webpush` shows it in a browser.",
      ),
    url: url
      .optional()
      .describe(
        "The address of the webhook, or the server of ntfy: an https URL. Hosts in private networks are refused unless the operator allows them.",
      ),
    topic: z
      .string()
      .regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -")
      .optional()
      .describe("The topic of ntfy."),
    token: token
      .optional()
      .describe(
        "The access token of ntfy, if the topic requires one, or the token of the Telegram bot.",
      ),
    chatId: z
      .string()
      .regex(
        /^(?:-?\d{1,20}|@\w{5,32})$/,
        "must be the number of a chat, or @ and the name of a channel",
      )
      .optional()
      .describe("The chat of Telegram that the bot writes to."),
    push: PushSubscription.optional().describe("The subscription of the browser."),
    types: deliveredTypes,
    ruleIds: deliveredRuleIds.default([]),
  })
  .check(requireAddress);
export type DestinationToAdd = z.infer<typeof DestinationToAdd>;

/** Whether a text is a URL that names no user. Whether http is allowed depends on the operator. */
function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, hash].every((part) => part === "");
}
