import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Ack,
  type ClientEvents,
  clientEvent,
  type ServerEvents,
  serverEvent,
} from "@jetwire/protocol";
import { Server, type Socket } from "socket.io";

export type StubSocket = Socket<ClientEvents, ServerEvents>;

/** A gateway as far as a client sees it; it confirms what it is asked for, and sends nothing by itself. */
export interface StubGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly io: Server<ClientEvents, ServerEvents>;
  /** All sockets so far, in the order of their connecting. */
  readonly sockets: readonly StubSocket[];
  /** Events and their payloads, in the order of their coming. */
  readonly asked: readonly (readonly unknown[])[];
  /** Whether it answers what it is asked for. */
  isMute: boolean;
}

export async function startStubGateway(): Promise<StubGateway> {
  const http = createServer();
  const io = new Server<ClientEvents, ServerEvents>(http, { transports: ["websocket"] });
  const sockets: StubSocket[] = [];
  const asked: unknown[][] = [];
  io.on("connection", (socket) => {
    sockets.push(socket);
    if (!gateway.isMute) confirm(socket);
    socket.onAny((event: string, ...args: unknown[]) => {
      const [payload] = args.filter((arg) => typeof arg !== "function");
      asked.push(payload === undefined ? [event] : [event, payload]);
      if (!gateway.isMute) answer(socket, event, payload, args.at(-1) as Ack | undefined);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const gateway: StubGateway = {
    url: `ws://127.0.0.1:${port}`,
    port,
    io,
    sockets,
    asked,
    isMute: false,
    [Symbol.asyncDispose]: () => io.close(),
  };
  return gateway;
}

function confirm(socket: StubSocket): void {
  const { apiKey, token, feed } = socket.handshake.auth;
  if (apiKey !== undefined || feed === true) {
    const stations = [{ id: 7, ident: "AB-KSFO1", sourceType: "acars" }];
    socket.emit(serverEvent.feedAuthenticated, { userId: "u", username: "alice", stations });
  }
  if (token !== undefined) socket.emit(serverEvent.chatAuthenticated, { userId: "u" });
}

function answer(socket: StubSocket, event: string, payload: unknown, ack?: Ack): void {
  if (event === clientEvent.sniff) socket.emit(serverEvent.sniffStarted, { browserId: "b" });
  if (event === clientEvent.monitorStart) {
    const station = { id: Number(payload), ident: "AB-KSFO1" };
    socket.emit(serverEvent.monitorStarted, { browserId: "b", station });
  }
  if (typeof ack === "function") ack({ ok: true });
}
