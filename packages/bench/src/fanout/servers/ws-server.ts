/** A process of its own: a bare `ws` server that sends every message to everybody. */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { answerPort } from "./answer-port.ts";
import { helperSettings } from "../child-process.ts";
import { openRedis, plainChannel, type RedisPlace } from "../redis-namespace.ts";

const place = helperSettings() as RedisPlace;
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
const redis = await openRedis(place, "subscriber");
await redis.subscribe(plainChannel(place));
redis.on("message", (_channel: string, text: string) => {
  for (const client of server.clients) client.send(text);
});

answerPort(http);
