import * as db from "@jetwire/db";
import type { Database, MailQueue, StationActivityRow, StationAlert } from "@jetwire/db";
import { mailIsConfigured } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";

/** Sends mails about stations that are silent or back. */
export interface StationMails {
  /** Queues the mail about a change, if mail is configured and the owner wants it. */
  send(
    station: StationActivityRow,
    change: "offline" | "online",
    about: { readonly alert: StationAlert; readonly at: string },
  ): Promise<void>;
}

export function createStationMails(
  database: Database,
  config: Pick<ChoresConfig, "SMTP_URL" | "PUBLIC_URL">,
  mails: MailQueue,
): StationMails {
  return {
    async send({ stationId, ident, lastHeardAt, backSince }, change, { alert, at }) {
      const { PUBLIC_URL } = config;
      const { to, accountId, stopToken } = alert;
      if (to === null || PUBLIC_URL === undefined || !mailIsConfigured(config)) return;
      const links = {
        link: `${PUBLIC_URL}/desk/stations/${stationId}`,
        stop: `${PUBLIC_URL}/stop#t=${stopToken}`,
      };
      await runQuery(database, async (sql) => {
        if (change === "online") {
          const values = { ident, since: backSince ?? at, ...links };
          return await mails.queue(sql, { to, kind: "station-back", values, accountId });
        }
        const usual = String(
          Math.round((await db.messages.usualPerHour(sql, stationId, Date.parse(at))) ?? 0),
        );
        const values = { ident, since: lastHeardAt, usual, ...links };
        return await mails.queue(sql, { to, kind: "station-silent", values, accountId });
      });
    },
  };
}
