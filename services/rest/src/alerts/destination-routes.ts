import type { AddressPolicy } from "@jetwire/auth";
import * as db from "@jetwire/db";
import {
  AppError,
  deliveriesPerHourMax,
  destinationsMax,
  endpoints,
  previousSecretHours,
} from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import { type Route, route } from "../route.ts";
import { makeSecret, makeTarget } from "./destination-target.ts";

/** How long a test is waited for: until it was sent, or has expired. */
const testMsMax = 25_000;
const testLookMs = 250;

/** `/v1/destinations` and `/v1/quiet-hours`: where notifications are sent besides the page, and when they are not. */
export function destinationRoutes(write: Read, policy: AddressPolicy): Route[] {
  return [
    route(endpoints.listDestinations, async (_request, { accountId }) => ({
      body: await write((sql) => db.destinations.list(sql, accountId)),
    })),
    route(endpoints.addDestination, async ({ body }, { accountId }) => {
      const { name, types, ruleIds } = body;
      const { target, address, url, secret } = makeTarget(body);
      if (url !== null && !policy.isAllowedUrl(url)) {
        throw invalid(body.push === undefined ? "url" : "push", "must be an https URL");
      }
      const destination = { accountId, name, address, target, types, ruleIds };
      const added = await write((sql) => db.destinations.add(sql, destination));
      if (added === null) {
        throw invalid("name", `there are ${destinationsMax} destinations: remove one first`);
      }
      return { body: { ...added, secret } };
    }),
    route(endpoints.changeDestination, async ({ params: { id }, body }, { accountId }) => {
      const changed = await write((sql) => db.destinations.change(sql, { id, accountId }, body));
      if (changed === null) throw notFound();
      return { body: changed };
    }),
    route(endpoints.replaceDestinationSecret, async ({ params: { id }, body }, { accountId }) => {
      const secret = makeSecret();
      const keptSeconds = body.endPrevious ? 0 : previousSecretHours * 3_600;
      const replaced = await write((sql) =>
        db.destinations.replaceSecret(sql, { id, accountId }, secret, keptSeconds),
      );
      if (replaced !== null) return { body: { ...replaced, secret } };
      const own = await write((sql) => db.destinations.list(sql, accountId));
      if (!own.some((one) => one.id === id)) throw notFound();
      throw new AppError("conflict", "Only webhooks have a signing secret");
    }),
    route(endpoints.removeDestination, async ({ params: { id } }, { accountId }) => {
      const removed = await write((sql) => db.destinations.remove(sql, { id, accountId }));
      if (!removed) throw notFound();
      return { body: undefined };
    }),
    route(endpoints.testDestination, async ({ params: { id } }, { accountId }) => {
      const queued = await write((sql) => db.deliveries.queueTest(sql, { id, accountId }));
      if (queued === "not-found") throw notFound();
      if (queued === "too-many") {
        throw new AppError(
          "rate_limited",
          `Your account has had ${deliveriesPerHourMax} deliveries in an hour`,
          { limit: { retrySeconds: 3_600 } },
        );
      }
      // Chores sends it, as it sends everything: REST opens no connection to what users choose.
      for (let waitedMs = 0; waitedMs < testMsMax; waitedMs += testLookMs) {
        const result = await write((sql) => db.deliveries.readTest(sql, queued.deliveryId));
        if (result !== null) return { body: result };
        await pause(testLookMs);
      }
      throw new AppError("unavailable", "The test was not sent in time: try it again later");
    }),
    route(endpoints.listDeliveries, async (request, { accountId }) => {
      const { id } = request.params;
      const page = { ...request.query, limit: request.query.limit + 1 };
      const own = await write((sql) => db.destinations.list(sql, accountId));
      if (!own.some((one) => one.id === id)) throw notFound();
      return pageOf(
        await write((sql) => db.deliveries.list(sql, { id, accountId }, page)),
        request,
      );
    }),
    route(endpoints.readPushKey, async () => ({
      body: { publicKey: await write((sql) => db.destinations.readPublicKey(sql)) },
    })),
    route(endpoints.readQuietHours, async (_request, { accountId }) => ({
      body: { quietHours: await write((sql) => db.destinations.readQuietHours(sql, accountId)) },
    })),
    route(endpoints.setQuietHours, async ({ body }, { accountId }) => {
      const isSet = await write((sql) => db.destinations.setQuietHours(sql, accountId, body));
      if (!isSet) throw invalid("zone", "is not known to the server");
      return { body: undefined };
    }),
    route(endpoints.removeQuietHours, async (_request, { accountId }) => {
      await write((sql) => db.destinations.removeQuietHours(sql, accountId));
      return { body: undefined };
    }),
  ];
}

function notFound(): AppError {
  return new AppError("not_found", "You have no such destination");
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid_request", `Invalid body members: ${field}`, {
    errors: [{ field, message }],
  });
}
