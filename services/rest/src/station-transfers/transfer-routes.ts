import * as db from "@jetwire/db";
import type { StoredTransfer } from "@jetwire/db";
import { AppError, endpoints, type StationTransfer } from "@jetwire/protocol";
import { requireRecentSignIn } from "../admission/recent-sign-in.ts";
import { announceStep, type StepAnnouncements } from "../delayed-steps/announce-step.ts";
import { type Route, route } from "../route.ts";
import { requireProof } from "../stations/station-routes.ts";

const type = "station.transfer";

/** Transfers of stations to users who accept them; chores carries them out when they are due. */
export function stationTransferRoutes(services: StepAnnouncements): Route[] {
  const { write, changes } = services;

  async function notify(userId: string, title: string, body: string, data: TransferFacts) {
    await write((sql) => db.notifications.add(sql, { userId, type, title, body, data }));
    changes.notificationAdded(userId);
  }

  return [
    route(endpoints.transferStation, async ({ params: { id }, body }, principal) => {
      requireRecentSignIn(principal);
      const { accountId } = principal;
      const asked = { stationId: id, accountId, username: body.username };
      const result = await write(async (sql) => {
        await requireProof(sql, { id, accountId }, "be transferred");
        return await db.transfers.request(sql, asked);
      });
      if (result.status !== "requested") throw refusalOf(result.status);
      const { transfer } = result;
      const { from, toId, station } = transfer;
      const text = `${from} wants to give you the station ${station.ident}. Accept or decline it.`;
      await notify(toId, "A station is offered to you", text, factsOf(transfer));
      return { body: shown(transfer) };
    }),
    route(endpoints.listTransfers, async (_request, { accountId }) => ({
      body: (await write((sql) => db.transfers.list(sql, accountId))).map(shown),
    })),
    route(endpoints.acceptTransfer, async ({ params: { id } }, principal) => {
      requireRecentSignIn(principal);
      const { accountId } = principal;
      const transfer = await write(async (sql) => {
        if (!(await db.transfers.accept(sql, id, accountId))) return undefined;
        return (await db.transfers.list(sql, accountId)).find((one) => one.id === id);
      });
      if (transfer?.effectiveAt == null) throw notFound();
      const { fromId: userId, to, station, effectiveAt: until } = transfer;
      const body = `${to} has accepted it. Station ${station.ident} will belong to ${to} at ${until}, unless you call it off.`;
      const data = { ...factsOf(transfer), effectiveAt: until };
      const values = { ident: station.ident, to, until, link: `/desk/stations/${station.id}` };
      await announceStep(
        services,
        { userId, type, title: "Your station was accepted", body, data },
        { kind: "transfer-accepted", values },
      );
      return { body: shown(transfer) };
    }),
    route(endpoints.endTransfer, async ({ params: { id } }, { accountId, username }) => {
      const ended = await write((sql) => db.transfers.end(sql, id, accountId));
      if (ended === null) throw notFound();
      const { otherId, wasAccepted, station } = ended;
      if (otherId !== null) {
        const title = wasAccepted ? "Transfer called off" : "Your offer was declined";
        const text = wasAccepted
          ? `${username} has called the transfer of the station ${station.ident} off.`
          : `${username} has declined the station ${station.ident}. It stays yours.`;
        await notify(otherId, title, text, factsOf({ id, station }));
      }
      return { body: undefined };
    }),
  ];
}

interface TransferFacts {
  readonly transferId: string;
  readonly stationId: number;
  readonly ident: string;
  readonly [name: string]: string | number;
}

function factsOf({ id, station }: Pick<StoredTransfer, "id" | "station">): TransferFacts {
  return { transferId: id, stationId: station.id, ident: station.ident };
}

function shown({ fromId: _from, toId: _to, ...transfer }: StoredTransfer): StationTransfer {
  return transfer;
}

function refusalOf(status: "unknown-station" | "unknown-user" | "too-many"): AppError {
  switch (status) {
    case "unknown-station":
      return new AppError("not_found", "Your account has no such station");
    case "too-many":
      return new AppError("forbidden", "Too many stations are offered to this user");
    case "unknown-user": {
      const message = "must be the name of another user, who lets you write";
      const errors = [{ field: "username", message }];
      return new AppError("invalid_request", `username ${message}`, { errors });
    }
  }
}

function notFound(): AppError {
  return new AppError("not_found", "No such transfer waits");
}
