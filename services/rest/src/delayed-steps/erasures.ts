import * as db from "@jetwire/db";
import { AppError, endpoints, type PlannedErasure } from "@jetwire/protocol";
import { requireRecentSignIn } from "../admission/recent-sign-in.ts";
import { type Route, route } from "../route.ts";
import { requireProof, requireStation } from "../stations/station-routes.ts";
import { announceStep, type StepAnnouncements } from "./announce-step.ts";

/** Erasures that owners ask for, of their account and stations; chores carries them out when they are due. */
export function erasureRoutes(services: StepAnnouncements): Route[] {
  const { write } = services;

  async function announce(accountId: string, what: string, erasure: PlannedErasure): Promise<void> {
    const { id, kind, station, effectiveAt: until } = erasure;
    const body = `Your ${kind} ${what} will be erased at ${until}, unless you call it off.`;
    const link = station === null ? "/account" : `/desk/stations/${station.id}`;
    await announceStep(
      services,
      {
        userId: accountId,
        type: "erasure.planned",
        subject: id,
        title: `Your ${kind} will be erased`,
        body,
        data: { erasureId: id, kind, stationId: station?.id ?? null, effectiveAt: until },
      },
      { kind: "erasure-planned", values: { kind, what, until, link } },
    );
  }

  return [
    route(endpoints.eraseMe, async ({ body }, principal) => {
      requireRecentSignIn(principal);
      const { accountId, username } = principal;
      const expected = [accountId, username.toLowerCase()];
      if (!expected.includes(body.confirm.toLowerCase())) {
        throw unconfirmed("the username or the id of your account");
      }
      const planned = await write((sql) => db.erasures.plan(sql, { kind: "account", accountId }));
      if (planned === null) throw new Error("the account of a credential does not exist");
      if (planned.isNew) await announce(accountId, username, planned.erasure);
      return { body: planned.erasure };
    }),
    route(endpoints.eraseStation, async ({ params: { id }, body }, principal) => {
      requireRecentSignIn(principal);
      const { accountId } = principal;
      const planned = await write(async (sql) => {
        const { ident } = await requireStation(sql, id, accountId);
        await requireProof(sql, { id, accountId }, "be erased");
        if (ident !== body.confirm) throw unconfirmed("the ident of the station");
        return await db.erasures.plan(sql, { kind: "station", accountId, stationId: id });
      });
      if (planned === null) throw new AppError("not_found", "Your account has no such station");
      if (planned.isNew) await announce(accountId, body.confirm, planned.erasure);
      return { body: planned.erasure };
    }),
    route(endpoints.listErasures, async (_request, { accountId }) => ({
      body: await write((sql) => db.erasures.listPlanned(sql, accountId)),
    })),
    route(endpoints.callOffErasure, async ({ params: { id } }, { accountId }) => {
      if (!(await write((sql) => db.erasures.callOff(sql, id, accountId)))) {
        throw new AppError("not_found", "No such erasure is planned");
      }
      return { body: undefined };
    }),
  ];
}

function unconfirmed(expected: string): AppError {
  const message = `must be ${expected}`;
  return new AppError("invalid_request", `confirm ${message}`, {
    errors: [{ field: "confirm", message }],
  });
}
