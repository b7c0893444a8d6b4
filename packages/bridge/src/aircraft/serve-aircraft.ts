import { createServer } from "node:http";
import { type HttpListener, serveHttp } from "@jetwire/runtime";
import type { Address } from "../config/bridge-config.ts";
import { type AircraftTable, lifeMinutes } from "./aircraft-table.ts";

const closeMsMax = 500;
const connectionsMax = 64;
/** Viewers ask once in a second, each. */
const keptMs = 500;

/** The first file that tar1090 reads. `readsb` lets it show positions that are far from the last one. */
const receiver = JSON.stringify({
  version: "jetwire-bridge",
  readsb: true,
  refresh: 1_000,
  history: 0,
  jaeroTimeout: lifeMinutes,
});
const headers = {
  "content-type": "application/json",
  "cache-control": "no-cache, must-revalidate",
  "access-control-allow-origin": "*",
  "x-content-type-options": "nosniff",
};

/** Serves `aircraft.json` and `receiver.json`, also below `/data/`. */
export async function serveAircraft(address: Address, table: AircraftTable): Promise<HttpListener> {
  let kept = { atMs: 0, text: "" };

  function aircraft(): string {
    const nowMs = Date.now();
    if (Math.abs(nowMs - kept.atMs) > keptMs) {
      kept = { atMs: nowMs, text: `${JSON.stringify(table.read(nowMs))}\n` };
    }
    return kept.text;
  }

  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0]?.replace(/^\/data\//, "/");
    const body =
      path === "/aircraft.json" ? aircraft() : path === "/receiver.json" ? receiver : null;
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.writeHead(isRead ? (body === null ? 404 : 200) : 405, headers);
    response.end(isRead ? (body ?? '{"error":"not found"}\n') : '{"error":"only GET"}\n');
  });
  server.maxConnections = connectionsMax;
  server.requestTimeout = 5_000;
  return await serveHttp(server, address, closeMsMax);
}
