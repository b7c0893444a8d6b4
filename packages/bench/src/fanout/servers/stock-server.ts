/**
 * Process of Socket.IO with its stock Redis adapter, as the documentation shows it. A
 * client that asks for a room by `join` (or for the firehose by its event) joins it and gets an answer.
 */
import { createServer } from "node:http";
import { sniffRoom } from "@jetwire/protocol";
import { createAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import { answerPort } from "./answer-port.ts";
import { processSettings } from "../bench-process.ts";
import { openScopedRedis, type RedisScope } from "../redis-scope.ts";

const scope = processSettings() as RedisScope;
const http = createServer();
const io = new Server(http, {
  adapter: createAdapter(
    await openScopedRedis(scope, "request"),
    await openScopedRedis(scope, "subscriber"),
    {
      key: scope.namespace,
    },
  ),
  transports: ["websocket"],
  serveClient: false,
});
io.on("connection", (socket) => {
  socket.on("messages:sniff", () => join(sniffRoom, "messages:sniff:started"));
  socket.on("join", (room: string) => join(room, "joined"));

  function join(room: string, answer: string): void {
    void socket.join(room);
    socket.emit(answer, { browserId: socket.id });
  }
});

answerPort(http);
