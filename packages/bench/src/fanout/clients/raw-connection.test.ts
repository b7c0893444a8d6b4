import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginsWith } from "./frame-counter.ts";
import { type ConnectionHooks, openRawConnection } from "./raw-connection.ts";

const http = createServer();
const io = new Server(http, { transports: ["websocket"], pingInterval: 50, pingTimeout: 200 });
let port = 0;

beforeAll(async () => {
  io.use((socket, next) => {
    next(socket.handshake.auth["token"] === "wrong" ? new Error("refused") : undefined);
  });
  io.on("connection", (socket) => {
    socket.on("join", (room: string) => {
      void socket.join(room);
      socket.emit("joined", {});
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  port = (http.address() as AddressInfo).port;
});
afterAll(() => io.close());

const joining = { socketIo: true, auth: "", ask: '42["join","all"]', joinedBy: '42["joined"' };

function hooks(over: Partial<ConnectionHooks>): ConnectionHooks {
  return { frame() {}, bytes() {}, joinEnded() {}, closed() {}, ...over };
}

test("a connection joins, counts events, and answers pings for as long as it is open", async () => {
  const joinEnded = Promise.withResolvers<Error | null>();
  const received = Promise.withResolvers<void>();
  let events = 0;
  const counted = Buffer.from('42["message"');
  const connection = openRawConnection(
    port,
    { joining, reading: "all", peekBytes: counted.length },
    hooks({
      joinEnded: joinEnded.resolve,
      frame(head) {
        if (beginsWith(head, counted) && ++events === 3) received.resolve();
      },
    }),
  );
  expect(await joinEnded.promise).toBeNull();
  const [socket] = [...io.sockets.sockets.values()];
  let pongs = 0;
  const answered = Promise.withResolvers<void>();
  socket?.conn.on("packet", ({ type }) => {
    if (type === "pong" && ++pongs === 3) answered.resolve();
  });
  for (let n = 0; n < 3; n++) io.to("all").emit("message", { n, long: "x".repeat(n * 40_000) });
  await Promise.all([received.promise, answered.promise]);
  expect(events).toBe(3);
  const disconnected = new Promise((resolve) => socket?.once("disconnect", resolve));
  connection.close();
  await disconnected;
});

test("a refused connection is reported as an error", async () => {
  const joinEnded = Promise.withResolvers<Error | null>();
  const refused = { ...joining, auth: '{"token":"wrong"}' };
  openRawConnection(
    port,
    { joining: refused, reading: "all", peekBytes: 12 },
    hooks({ joinEnded: joinEnded.resolve }),
  );
  expect(await joinEnded.promise).toMatchObject({ message: "closed before it had joined" });
});

test("a server that does not upgrade is reported as an error", async () => {
  const other = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const joinEnded = Promise.withResolvers<Error | null>();
  const { port: otherPort } = other.address() as AddressInfo;
  openRawConnection(
    otherPort,
    { joining, reading: "all", peekBytes: 12 },
    hooks({ joinEnded: joinEnded.resolve }),
  );
  expect(await joinEnded.promise).toMatchObject({
    message: "not upgraded: HTTP/1.1 404 Not Found",
  });
  await new Promise((resolve) => other.close(resolve));
});
