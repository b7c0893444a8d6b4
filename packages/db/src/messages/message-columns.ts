import { type Message, signalMemberNames } from "@jetwire/protocol";
import type { Columns } from "../query/columns.ts";

/** The column of each member of a Message, in the order in which members are written. */
export const messageColumns: Columns<Message> = {
  id: "uuid",
  groupId: "uuid",
  timestamp: ["timestamptz", "received_at"],
  createdAt: "timestamptz",
  stationId: "integer",
  airframeId: "uuid",
  flightId: "uuid",
  source: "text",
  sourceType: "text",
  linkDirection: "text",
  fromHex: "text",
  toHex: "text",
  frequency: "float8",
  channel: "float8",
  level: "float8",
  error: "float8",
  mode: "text",
  label: "text",
  blockId: "text",
  messageNumber: "text",
  ack: "text",
  tail: "text",
  flightNumber: "text",
  text: ["text", "body"],
  data: "text",
  departingAirport: "text",
  destinationAirport: "text",
  latitude: "float8",
  longitude: "float8",
  altitude: "float8",
  authenticated: "boolean",
  sublabel: "text",
  mfi: "text",
  decoded: "jsonb",
  positionSource: "text",
  onGround: "boolean",
  times: "jsonb",
  assembly: "jsonb",
  noise: "real",
  snr: "real",
  frequencySkew: "real",
  bitRate: "smallint",
  slot: "text",
  octetsCorrected: "smallint",
};

/** Begins with the last one, because removing the last member of an object costs least. */
const optionalMembers = signalMemberNames.toReversed();

/** Removes members that are unknown from rows of `messageColumns`, in place: a message does not have them. */
export function withoutUnknown<Rows extends readonly Message[]>(rows: Rows): Rows {
  for (const row of rows) {
    for (const name of optionalMembers) {
      if ((row[name] ?? null) === null) delete row[name];
    }
  }
  return rows;
}
