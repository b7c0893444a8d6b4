import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import {
  deliveredRuleIds,
  deliveredTypes,
  deliveriesPerHourMax,
  Destination,
  destinationName,
  destinationsMax,
  DestinationToAdd,
  previousSecretHours,
} from "../../destination.ts";
import { endpoint } from "../../endpoint.ts";
import { pageParameters, refuseEmptyRange, timeOrderedCursor } from "../../parameters.ts";

/** The body of `PATCH /v1/destinations/:id`. */
const DestinationChange = z.strictObject({
  name: destinationName.optional(),
  types: deliveredTypes.optional(),
  ruleIds: deliveredRuleIds.optional(),
  enabled: z.boolean().optional(),
});
export type DestinationChange = z.infer<typeof DestinationChange>;

/** The response of `POST /v1/destinations` and of a replaced secret. */
const AddedDestination = Destination.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      "The secret by which a receiver verifies signatures, `whsec_…`, shown this once; `null` for other channels than `webhook`.",
    ),
});

/** A delivery to a destination. Its words are not kept. */
export const Delivery = z.strictObject({
  id: z.guid().describe("The same for each attempt: a webhook has it in `webhook-id`."),
  type: z
    .string()
    .describe(
      "The type of the notification; `quiet-summary` after quiet hours, `test` for a test.",
    ),
  status: z
    .enum(["waiting", "delivered", "given-up"])
    .describe("`given-up`: it will not be tried again."),
  attempts: z.int().nonnegative(),
  createdAt: Instant,
  nextAttemptAt: Instant.nullable().describe("When it is tried next; `null` if it is not."),
  deliveredAt: Instant.nullable(),
  lastStatus: z.int().nullable().describe("The HTTP status of the last answer."),
  lastAnswer: z
    .string()
    .nullable()
    .describe("The beginning of the last answer, or what went wrong, up to 300 characters."),
});
export type Delivery = z.infer<typeof Delivery>;

/** The response of `POST /v1/destinations/:id/test`. */
const DeliveryTest = z.strictObject({
  delivered: z.boolean(),
  status: z.int().nullable().describe("The HTTP status of the answer; `null` if there was none."),
  answer: z.string().describe("The beginning of the answer, or what went wrong."),
});

/** The body of `POST /v1/destinations/:id/secret`. */
const SecretReplacement = z.strictObject({
  endPrevious: z
    .boolean()
    .default(false)
    .describe("Whether the secret before ends at once: if somebody else knows it."),
});

const one = z.strictObject({ id: z.guid().describe("The id of a destination.") });
const shared = { tag: "notifications", access: "account" } as const;

export const destinationEndpoints = {
  listDestinations: endpoint({
    ...shared,
    method: "GET",
    path: "/v1/destinations",
    summary: "List destinations",
    description: "Returns where your notifications are sent besides the page, oldest first.",
    answer: z.array(Destination),
  }),
  addDestination: endpoint({
    ...shared,
    method: "POST",
    path: "/v1/destinations",
    summary: "Add a destination",
    description: `Adds a place to which notifications are sent. What cannot be delivered is tried again for three days, at growing intervals, with the same id. An account has at most ${destinationsMax} destinations and ${deliveriesPerHourMax} deliveries an hour. Redirects are not followed.`,
    body: DestinationToAdd,
    status: 201,
    answer: AddedDestination,
  }),
  changeDestination: endpoint({
    ...shared,
    method: "PATCH",
    path: "/v1/destinations/:id",
    summary: "Change a destination",
    description:
      "Changes the members that are given. To send to another address, add another destination.",
    params: one,
    body: DestinationChange,
    answer: Destination,
    refusals: ["not_found"],
  }),
  replaceDestinationSecret: endpoint({
    ...shared,
    method: "POST",
    path: "/v1/destinations/:id/secret",
    summary: "Replace the secret of a webhook",
    description: `Makes a new signing secret, which is shown this once. For ${previousSecretHours} hours each message has two signatures in \`webhook-signature\`, one with the new and one with the secret before, so that a receiver changes over without losing a message. \`endPrevious\` ends the secret before at once. A secret that is replaced again within that time ends.`,
    params: one,
    body: SecretReplacement,
    answer: AddedDestination,
    refusals: ["not_found", "conflict"],
  }),
  removeDestination: endpoint({
    ...shared,
    method: "DELETE",
    path: "/v1/destinations/:id",
    summary: "Remove a destination",
    description: "Removes a destination with what waits for it and its list of deliveries.",
    params: one,
    refusals: ["not_found"],
  }),
  testDestination: endpoint({
    ...shared,
    method: "POST",
    path: "/v1/destinations/:id/test",
    summary: "Test a destination",
    description:
      "Sends one test message now, once, and returns what the receiver answered. It counts as a delivery.",
    params: one,
    answer: DeliveryTest,
    refusals: ["not_found", "rate_limited", "unavailable"],
  }),
  listDeliveries: endpoint({
    ...shared,
    method: "GET",
    path: "/v1/destinations/:id/deliveries",
    summary: "List deliveries",
    description: "Returns the deliveries to a destination of the last seven days, newest first.",
    params: one,
    query: z
      .strictObject(pageParameters(timeOrderedCursor("must be the id of a delivery"), "a delivery"))
      .check(refuseEmptyRange),
    answer: z.array(Delivery),
    paged: true,
    refusals: ["not_found"],
  }),
  readPushKey: endpoint({
    ...shared,
    method: "GET",
    path: "/v1/push-key",
    summary: "Read the key of push messages",
    description:
      "Returns the key with which a browser subscribes to push messages of this service (VAPID).",
    answer: z.strictObject({
      publicKey: z.string().nullable().describe("In base64url; `null` if there are none."),
    }),
  }),
};
