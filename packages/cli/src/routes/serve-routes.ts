import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { PlaneSet, tar1090Route } from "@jetwire/reference";
import type { Terminal } from "../terminal.ts";
import type { OpenRouteFile } from "./route-file.ts";

/** A hundred callsigns with positions need a tenth of it. */
const bodyBytesMax = 65_536;
const requestMsMax = 10_000;
const routesetPath = "/api/0/routeset";

/** Answers tar1090 until SIGINT or SIGTERM. @throws if it cannot listen */
export async function serveRoutes(
  file: OpenRouteFile,
  { port, host }: { port: number; host: string },
  { stderr }: Pick<Terminal, "stderr">,
): Promise<void> {
  const server = createServer({ requestTimeout: requestMsMax }, (request, response) => {
    answer(file, request, response).catch(() => send(response, 400, { error: "Bad request" }));
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  stderr.write(`jetwire: answers at http://${host}:${bound}${routesetPath}\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  server.closeAllConnections();
  await server[Symbol.asyncDispose]();
}

async function answer(
  file: OpenRouteFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The page of tar1090 has another origin.
  response.setHeader("Access-Control-Allow-Origin", "*");
  if (request.method === "OPTIONS") {
    response.setHeader("Access-Control-Allow-Headers", "Content-Type");
    return void response.writeHead(204).end();
  }
  if (request.url !== routesetPath) return send(response, 404, { error: "Not found" });
  if (request.method !== "POST") return send(response, 405, { error: "Use POST" });
  const asked = PlaneSet.safeParse(JSON.parse(await bodyOf(request)));
  if (!asked.success) return send(response, 400, { error: "Invalid planes" });
  const at = new Date();
  const routes = asked.data.planes.map(({ callsign, lat, lng }) => {
    const position =
      typeof lat === "number" && typeof lng === "number" ? { latitude: lat, longitude: lng } : null;
    return tar1090Route(callsign, file.find(callsign.toUpperCase(), position, at));
  });
  send(response, 200, routes);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Error("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
