import * as db from "@jetwire/db";
import { endpoints, hourRange, vdlCountsMax } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { wholeHours } from "./whole-hours.ts";

interface HourQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ground_station?: string | undefined;
}

/** `/v1/vdl`: what VDL carries, how far its ground stations reach, and how aircraft go from one to the next. */
export function vdlRoutes(read: Read): Route[] {
  return [
    route(endpoints.listVdlChannels, async ({ query }) => {
      const range = rangeOf(query);
      const rows = await read((sql) => db.vdl.listChannelHours(sql, range));
      return { body: { ...shown(range), ...wholeHours(rows, vdlCountsMax.channels) } };
    }),
    route(endpoints.listVdlReach, async ({ query }) => {
      const range = rangeOf(query);
      const groundStations = await read((sql) => db.vdl.listReach(sql, range));
      return { body: { ...shown(range), groundStations } };
    }),
    route(endpoints.listVdlHandovers, async ({ query }) => {
      const range = rangeOf(query);
      const handovers = await read((sql) => db.vdl.listHandovers(sql, range));
      return { body: { ...shown(range), handovers } };
    }),
  ];
}

function rangeOf(query: HourQuery) {
  const { fromMs, toMs } = hourRange(query, Date.now());
  return { from: new Date(fromMs), to: new Date(toMs), groundStationId: query.ground_station };
}

function shown({ from, to }: { readonly from: Date; readonly to: Date }) {
  return { from: from.toISOString(), to: to.toISOString() };
}
