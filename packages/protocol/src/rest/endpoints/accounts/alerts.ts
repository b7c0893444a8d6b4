import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { AlertFilter } from "../../alert-filter.ts";
import { endpoint } from "../../endpoint.ts";
import { checkTogether } from "../../parameters.ts";

/** The most rules of an account. */
export const alertRulesMax = 50;
/** The most matches that a preview counts. A rule with more of them in a day is refused. */
export const alertMatchesMax = 5_000;

const name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not contain control or format characters");

const notify = z.boolean().describe("Whether a match makes a notification `alert.match`.");
const email = z
  .boolean()
  .describe("Whether a match is sent as e-mail. It requires an e-mail address of the account.");
const mutedUntil = Instant.nullable().describe(
  "Until when matches are ignored; `null` if the rule is not muted.",
);

/** A rule of `/v1/alerts`: of messages with `filter`, of a station going silent with `stationId`. */
export const AlertRule = z.strictObject({
  id: z.guid(),
  name: z.string(),
  filter: AlertFilter.nullable().describe("Selects messages; `null` for a rule of a station."),
  stationId: StationId.nullable().describe(
    "The station whose silence and return are reported; `null` for a rule of messages.",
  ),
  notify,
  email,
  mutedUntil,
  createdAt: Instant,
  lastMatchedAt: Instant.nullable().describe(
    "When a match was delivered last; `null` if never, and for rules of stations.",
  ),
});
export type AlertRule = z.infer<typeof AlertRule>;

interface Delivery {
  readonly notify?: boolean | undefined;
  readonly email?: boolean | undefined;
}

const requireDelivery = checkTogether<Delivery>(({ value, issues }) => {
  if (value.notify !== false || value.email === true) return;
  const message = "must be true if email is not: nobody would be notified";
  issues.push({ code: "custom", path: ["notify"], message, input: value });
});

const requireSubject = checkTogether<{ filter?: unknown; stationId?: unknown }>(
  ({ value, issues }) => {
    if ((value.filter === undefined) !== (value.stationId === undefined)) return;
    const message = "exactly one of filter and stationId must be given";
    issues.push({ code: "custom", path: ["filter"], message, input: value });
  },
);

/** The body of `POST /v1/alerts`. */
const AlertRuleToAdd = z
  .strictObject({
    name: name.describe("A name for the rule, up to 64 characters."),
    filter: AlertFilter.optional().describe("Selects messages. Members are combined with AND."),
    stationId: StationId.optional().describe(
      "The id of one of your stations, whose silence and return are reported.",
    ),
    notify: notify.default(true),
    email: email.default(false),
    mutedUntil: mutedUntil.default(null),
  })
  .check(requireSubject)
  .check(requireDelivery);

/** The body of `PATCH /v1/alerts/:id`. */
const AlertRuleChange = z.strictObject({
  name: name.optional(),
  filter: AlertFilter.optional().describe("Replaces the filter of a rule of messages."),
  notify: notify.optional(),
  email: email.optional(),
  mutedUntil: mutedUntil.optional(),
});
export type AlertRuleChange = z.infer<typeof AlertRuleChange>;

/** The response of `POST /v1/alerts/preview`. */
const AlertPreview = z.strictObject({
  matches: z
    .int()
    .nonnegative()
    .max(alertMatchesMax)
    .describe(`Transmissions that would have matched, counted up to ${alertMatchesMax}.`),
  more: z.boolean().describe("Whether there are more; such a rule is refused as too broad."),
  hours: z.int().positive().describe("The time that was looked at, up to now, hours."),
});
export type AlertPreview = z.infer<typeof AlertPreview>;

const one = z.strictObject({ id: z.guid().describe("The id of an alert rule.") });

export const alertEndpoints = {
  listAlerts: endpoint({
    method: "GET",
    path: "/v1/alerts",
    summary: "List alert rules",
    description: "Returns your alert rules, oldest first.",
    tag: "notifications",
    access: "account",
    answer: z.array(AlertRule),
  }),
  addAlert: endpoint({
    method: "POST",
    path: "/v1/alerts",
    summary: "Add an alert rule",
    description: `Adds a rule of messages or of a station. Each received transmission is compared with it, not only the sample of the firehose. A rule reports at most one match a minute and counts the others; an account is notified of at most 100 matches a day. An account has at most ${alertRulesMax} rules. A filter that more than ${alertMatchesMax} transmissions of the last 24 hours match is refused.`,
    tag: "notifications",
    access: "account",
    body: AlertRuleToAdd,
    status: 201,
    answer: AlertRule,
  }),
  previewAlert: endpoint({
    method: "POST",
    path: "/v1/alerts/preview",
    summary: "Preview an alert rule",
    description: "Returns how many transmissions of the last 24 hours a filter would have matched.",
    tag: "notifications",
    access: "account",
    body: z.strictObject({ filter: AlertFilter }),
    answer: AlertPreview,
  }),
  changeAlert: endpoint({
    method: "PATCH",
    path: "/v1/alerts/:id",
    summary: "Change an alert rule",
    description: "Changes the members that are given. It takes effect within ten seconds.",
    tag: "notifications",
    access: "account",
    params: one,
    body: AlertRuleChange,
    answer: AlertRule,
    refusals: ["not_found"],
  }),
  removeAlert: endpoint({
    method: "DELETE",
    path: "/v1/alerts/:id",
    summary: "Remove an alert rule",
    description: "Removes a rule. Notifications that it made stay.",
    tag: "notifications",
    access: "account",
    params: one,
    refusals: ["not_found"],
  }),
  stopMails: endpoint({
    method: "POST",
    path: "/v1/mail/stop/:token",
    summary: "Stop the mails of an alert rule",
    description:
      "Stops the e-mails of the rule whose mail has this token in its link. The rule stays, with notifications. Mail programs send this request too (RFC 8058). Repeating it has no effect.",
    tag: "notifications",
    access: "open",
    params: z.strictObject({ token: z.guid().describe("The token of the link in the mail.") }),
    refusals: ["not_found", "rate_limited", "unavailable"],
  }),
};
