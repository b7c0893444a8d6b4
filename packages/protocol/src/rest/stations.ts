import { z } from "zod";
import { Instant } from "../message.ts";
import { MessageStation, StationId } from "../station.ts";
import { endpoint } from "./endpoint.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

/** A station of the public listing: nothing of its owner but whether it has one. */
export const ListedStation = z.strictObject({
  ...MessageStation.shape,
  /** From the simulator, not from a receiver. */
  simulated: z.boolean(),
  claimed: z.boolean(),
  firstHeardAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  messagesCount: z.int().nonnegative(),
});
export type ListedStation = z.infer<typeof ListedStation>;

const cursorText = "must be a station id";
const StationCursor = parameter
  .regex(/^\d{1,10}$/, cursorText)
  .transform(Number)
  .pipe(StationId.or(z.literal(0)))
  .optional();

/** The query of `GET /v1/stations`; cursors are station ids. */
export const StationQuery = z
  .strictObject({ limit: pageLimit, before: StationCursor, after: StationCursor })
  .check(refuseEmptyRange);
export type StationQuery = z.infer<typeof StationQuery>;

export const stationEndpoints = {
  listStations: endpoint({
    method: "GET",
    path: "/v1/stations",
    summary: "List stations",
    description: "The public listing, newest first; cursors are station ids.",
    tag: "stations",
    access: "reader",
    query: StationQuery,
    answer: z.array(ListedStation),
    paged: true,
  }),
};
