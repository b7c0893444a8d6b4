/**
 * Process that does the least that Node can do. A tick's frames are built once, and each
 * connection gets one write of that buffer to its TCP socket, without any check.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { answerPort } from "./answer-port.ts";
import { processSettings } from "../bench-process.ts";
import { openScopedRedis, plainChannel, type RedisScope } from "../redis-scope.ts";
import { serverFrame } from "../clients/text-frames.ts";

/** RFC 6455 1.3. */
const handshakeGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const scope = processSettings() as RedisScope;
const sockets = new Set<Duplex>();
const http = createServer();
http.on("upgrade", (request, socket) => {
  const key = `${request.headers["sec-websocket-key"]}${handshakeGuid}`;
  const accept = createHash("sha1").update(key).digest("base64");
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on("error", () => socket.destroy());
  socket.once("close", () => sockets.delete(socket));
  socket.resume();
  sockets.add(socket);
});

const redis = await openScopedRedis(scope, "subscriber");
await redis.subscribe(plainChannel(scope));
redis.on("message", (_channel: string, tick: string) => {
  const frames = Buffer.concat(
    tick.split("\n").map((message) => serverFrame(`42["message",${message}]`)),
  );
  for (const socket of sockets) socket.write(frames);
});

answerPort(http);
