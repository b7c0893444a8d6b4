import type { Message } from "@jetwire/protocol";
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
};

/** A Message as Postgres returns it. */
export type MessageRow = Omit<Message, "timestamp" | "createdAt"> & {
  readonly timestamp: Date;
  readonly createdAt: Date;
};

export function toMessage(row: MessageRow): Message {
  return {
    ...row,
    timestamp: row.timestamp.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
