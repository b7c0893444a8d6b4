import * as db from "@jetwire/db";
import {
  type AlertFilter,
  alertMatchesMax,
  type AlertPreview,
  AppError,
  endpoints,
  type MessageFilters,
} from "@jetwire/protocol";
import type { FailureLimit } from "../admission/failure-limit.ts";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";
import type { FilterReader } from "../messages/message-filter.ts";
import { type Route, route } from "../route.ts";

const previewHours = 24;
const hourMs = 3_600_000;

/** The databases: rules are written to the primary, messages are read from its replica. */
interface AlertDatabases {
  readonly read: Read;
  readonly write: Read;
}

/** `/v1/alerts`: rules by which a user is notified of messages and silent stations. */
export function alertRoutes(
  { read, write }: AlertDatabases,
  filters: FilterReader,
  failures: FailureLimit,
): Route[] {
  async function preview(given: AlertFilter, principal: Principal): Promise<AlertPreview> {
    const since = new Date(Date.now() - previewHours * hourMs).toISOString();
    const query = { ...queryOf(given), since, first: true };
    const filter = await filters.of(query, principal);
    const found = await read((sql) =>
      db.messageFilters.countMatches(sql, filter, alertMatchesMax + 1),
    );
    const more = found > alertMatchesMax;
    return { matches: Math.min(found, alertMatchesMax), more, hours: previewHours };
  }

  async function requireNarrow(given: AlertFilter | undefined, principal: Principal) {
    if (given === undefined) return;
    const { more } = await preview(given, principal);
    if (more) {
      throw invalid(
        "filter",
        `matches more than ${alertMatchesMax} transmissions a day: add a condition`,
      );
    }
  }

  async function requireEmail(wanted: boolean | undefined, accountId: string): Promise<void> {
    if (wanted !== true || (await write((sql) => db.alerts.hasEmail(sql, accountId)))) return;
    throw invalid("email", "requires an e-mail address of your account: add one first");
  }

  return [
    route(endpoints.listAlerts, async (_request, { accountId }) => ({
      body: await write((sql) => db.alerts.listRules(sql, accountId)),
    })),
    route(endpoints.previewAlert, async ({ body: { filter } }, principal) => ({
      body: await preview(filter, principal),
    })),
    route(endpoints.addAlert, async ({ body }, principal) => {
      const { accountId } = principal;
      const { filter = null, stationId = null } = body;
      await requireEmail(body.email, accountId);
      await requireNarrow(body.filter, principal);
      const added = await write((sql) =>
        db.alerts.addRule(sql, { ...body, accountId, filter, stationId }),
      );
      switch (added) {
        case "too-many":
          throw invalid("name", "there is no room for another rule: remove one first");
        case "no-station":
          throw invalid("stationId", "is not the id of one of your stations");
        case "exists":
          throw invalid("stationId", "has a rule already: change that one");
        default:
          return { body: added };
      }
    }),
    route(endpoints.changeAlert, async ({ params: { id }, body }, principal) => {
      const { accountId } = principal;
      await requireEmail(body.email, accountId);
      await requireNarrow(body.filter, principal);
      const changed = await write((sql) => db.alerts.changeRule(sql, { id, accountId }, body));
      if (changed === null) throw notFound();
      return { body: changed };
    }),
    route(endpoints.removeAlert, async ({ params: { id } }, { accountId }) => {
      const removed = await write((sql) => db.alerts.removeRule(sql, { id, accountId }));
      if (!removed) throw notFound();
      return { body: undefined };
    }),
    route(endpoints.stopMails, async ({ params: { token }, ip }) => {
      const stop = async () =>
        (await write((sql) => db.alerts.stopMails(sql, token))) ? "stopped" : null;
      if ((await failures.check(ip, stop)) !== null) return { body: undefined };
      throw new AppError("not_found", "No alert rule has this token: the rule was removed");
    }),
  ];
}

/** Returns the filter in the parameters of `GET /v1/messages`. */
function queryOf({
  aircraftType,
  sourceType,
  snrMin,
  excludeText,
  ...same
}: AlertFilter): MessageFilters {
  return {
    ...same,
    aircraft_type: aircraftType,
    snr_min: snrMin,
    exclude_text: excludeText,
    source_type: sourceType?.map(String),
  };
}

function notFound(): AppError {
  return new AppError("not_found", "You have no such alert rule");
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid_request", `Invalid body members: ${field}`, {
    errors: [{ field, message }],
  });
}
