import {
  acceptTransfer,
  addNotification,
  endTransfer,
  listTransfers,
  requestTransfer,
  type StoredTransfer,
} from "@jetwire/db";
import { AppError, endpoints, type StationTransfer } from "@jetwire/protocol";
import type { AccountChanges } from "../admission/account-changes.ts";
import { refuseOldSignIn } from "../admission/recent-sign-in.ts";
import type { StationChanges } from "../admission/station-changes.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireProof, requireStation } from "../routes/stations.ts";

/** Gives the routes of transfers access to accounts and stations. */
export interface TransferServices {
  /** Writes to the primary. */
  readonly write: Read;
  readonly changes: AccountChanges;
  readonly stationChanges: StationChanges;
}

/** Transfers of stations to users who accept them. */
export function stationTransferRoutes(services: TransferServices): Route[] {
  const { write, changes, stationChanges } = services;

  async function notify(userId: string, title: string, body: string, transfer: StoredTransfer) {
    const { id, station } = transfer;
    const data = { transferId: id, stationId: station.id, ident: station.ident };
    const type = "system.announcement";
    await write((sql) => addNotification(sql, { userId, type, title, body, data }));
    changes.notificationAdded(userId);
  }

  return [
    route(endpoints.transferStation, async ({ params: { id }, body }, principal) => {
      refuseOldSignIn(principal);
      const { accountId } = principal;
      const asked = { stationId: id, accountId, username: body.username };
      const result = await write(async (sql) => {
        await requireProof(sql, { id, accountId }, "be transferred");
        return await requestTransfer(sql, asked);
      });
      if (result.status !== "requested") throw refusalOf(result.status);
      const { transfer } = result;
      const { from, toId, station } = transfer;
      const text = `${from} wants to give you the station ${station.ident}. Accept or decline it.`;
      await notify(toId, "A station is offered to you", text, transfer);
      return { body: shown(transfer) };
    }),
    route(endpoints.listTransfers, async (_request, { accountId }) => ({
      body: (await write((sql) => listTransfers(sql, accountId))).map(shown),
    })),
    route(endpoints.acceptTransfer, async ({ params: { id } }, principal) => {
      refuseOldSignIn(principal);
      const { accountId } = principal;
      const transfers = await write((sql) => listTransfers(sql, accountId));
      const transfer = transfers.find((one) => one.id === id && one.incoming);
      const stationId = transfer ? await write((sql) => acceptTransfer(sql, transfer)) : null;
      if (transfer === undefined || stationId === null) throw notFound();
      stationChanges.stationChanged(stationId);
      const { fromId, to, station } = transfer;
      await notify(
        fromId,
        "Station accepted",
        `Station ${station.ident} is ${to}'s now.`,
        transfer,
      );
      return { body: await write((sql) => requireStation(sql, stationId, accountId)) };
    }),
    route(endpoints.endTransfer, async ({ params: { id } }, { accountId }) => {
      if (!(await write((sql) => endTransfer(sql, id, accountId)))) throw notFound();
      return { body: undefined };
    }),
  ];
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
