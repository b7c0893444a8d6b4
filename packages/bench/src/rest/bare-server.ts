import type { AddressInfo } from "node:net";
import express from "express";
import postgres from "postgres";

/**
 * A bare server of the same two queries. No key, no limit, no
 * validation, no paging.
 */
const sql = postgres(process.env["DATABASE_URL"] ?? "");
const app = express();

const columns = sql`
  id, group_id as "groupId", received_at as timestamp, created_at as "createdAt",
  station_id as "stationId", airframe_id as "airframeId", flight_id as "flightId", source,
  source_type as "sourceType", link_direction as "linkDirection", from_hex as "fromHex",
  to_hex as "toHex", frequency, channel, level, error, mode, label, block_id as "blockId",
  message_number as "messageNumber", ack, tail, flight_number as "flightNumber", body as text,
  data, departing_airport as "departingAirport", destination_airport as "destinationAirport",
  latitude, longitude, altitude`;

app.get("/v1/messages/:id", async (request, response) => {
  const [row] = await sql`select ${columns} from messages where id = ${request.params.id}`;
  response.json(row);
});

app.get("/v1/messages", async (request, response) => {
  const flight = request.query["flight"] as string;
  const rows = await sql`
    select ${columns} from messages where flight_key = ${flight} order by id desc limit 100`;
  response.json(rows);
});

const server = app.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
