/** Process of a bare `ws` server that sends every message to all clients. */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { answerPort } from "./answer-port.ts";
import { processSettings } from "../bench-process.ts";
import { openScopedRedis, plainChannel, type RedisScope } from "../redis-scope.ts";

const scope = processSettings() as RedisScope;
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
const redis = await openScopedRedis(scope, "subscriber");
await redis.subscribe(plainChannel(scope));
redis.on("message", (_channel: string, text: string) => {
  for (const client of server.clients) client.send(text);
});

answerPort(http);
