import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { endpoint } from "../../endpoint.ts";
import { destinationsMax } from "../../destination.ts";
import { actionReason } from "./action-reason.ts";

const minimum = z
  .enum(["warning", "critical", "none"], "must be warning, critical or none")
  .describe(
    "The mildest faults of which the operator is notified: `warning` for all, `critical`, or `none` for no fault.",
  );
const mail = z
  .boolean()
  .describe("Whether faults are mailed to the account's confirmed address, too.");

/** The faults that an operator is notified of, and where. */
const HealthAlerts = z.strictObject({
  id: UserId.describe("The id of the operator's account."),
  username: z.string(),
  minimum,
  mail,
  hasAddress: z.boolean().describe("Whether the account has a confirmed address."),
  mails: z.boolean().describe("Whether this service sends mails."),
  destinations: z
    .array(
      z.strictObject({
        id: z.guid(),
        name: z.string(),
        channel: z.string(),
        enabled: z.boolean(),
        chosen: z.boolean().describe("Whether faults are sent there."),
      }),
    )
    .describe("The account's destinations. It adds them by `/v1/destinations`."),
});
export type HealthAlerts = z.infer<typeof HealthAlerts>;

const HealthAlertMembers = z.strictObject({
  minimum: minimum.optional(),
  mail: mail.optional(),
  destinationIds: z
    .array(z.guid())
    .max(destinationsMax, `must not have more than ${destinationsMax} items`)
    .optional()
    .describe("The destinations of the account to which faults are sent; replaces those before."),
});
export type HealthAlertChange = z.infer<typeof HealthAlertMembers>;

export const healthAlertEndpoints = {
  listHealthAlerts: endpoint({
    method: "GET",
    path: "/v1/operator/health-alerts",
    summary: "List who is notified of faults",
    description:
      "Returns the operators with what each is notified of when the service is not well: on the page, by mail, and at destinations. Without a setting it is everything, on the page and by mail.",
    tag: "operations",
    access: "operator",
    answer: z.array(HealthAlerts),
  }),
  changeHealthAlerts: endpoint({
    method: "PATCH",
    path: "/v1/operator/health-alerts/:id",
    summary: "Change of what an operator is notified",
    description: "Changes the members that are given. It takes effect with the next fault.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: UserId.describe("The id of an operator's account.") }),
    body: z
      .strictObject({ ...HealthAlertMembers.shape, reason: actionReason })
      .meta({ examples: [{ minimum: "critical", reason: "warnings can wait for the morning" }] }),
    answer: HealthAlerts,
    refusals: ["not_found"],
  }),
};
