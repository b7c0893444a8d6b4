import { clientEvent, type Message, type MonitorData, serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import { createReceipts, type Receipts } from "./receipts.ts";

/** A stock socket.io client, reconnecting by itself. */
export interface RigClient extends Disposable {
  readonly receipts: Receipts;
  /** Times that it was connected. */
  readonly connects: number;
  readonly resumes: number;
  readonly gaps: number;
}

const reconnecting = { reconnectionDelay: 50, reconnectionDelayMax: 300, randomizationFactor: 0.5 };

/** Resumes after the last message it got, and drops what it has already: as clients should. */
export function connectResuming(url: string, apiKey: string): RigClient {
  const receipts = createReceipts();
  const counts = { connects: 0, resumes: 0, gaps: 0 };
  const socket = connect(url, (tell) => tell({ apiKey, after: receipts.last }));
  socket.on(serverEvent.feedAuthenticated, () => counts.connects++);
  socket.on(serverEvent.feedMessage, (message: Message) => void receipts.take(message));
  socket.on(serverEvent.feedResumed, () => counts.resumes++);
  socket.on(serverEvent.feedGap, () => counts.gaps++);
  return clientOf(socket, receipts, counts);
}

/** The control: rooms of the plain adapter, joined again at each connection, without a resume. */
export function connectToRooms(url: string, stationIds: readonly number[]): RigClient {
  const receipts = createReceipts();
  const counts = { connects: 0, resumes: 0, gaps: 0 };
  const socket = connect(url, (tell) => tell({}));
  socket.on("connect", () => {
    counts.connects++;
    for (const id of stationIds) socket.emit(clientEvent.monitorStart, id);
  });
  socket.on(serverEvent.monitorData, ({ newMessages }: MonitorData) => {
    for (const message of newMessages) receipts.take(message);
  });
  return clientOf(socket, receipts, counts);
}

function connect(url: string, auth: (tell: (data: object) => void) => void): Socket {
  return io(url, { transports: ["websocket"], forceNew: true, auth, ...reconnecting });
}

function clientOf(
  socket: Socket,
  receipts: Receipts,
  counts: { connects: number; resumes: number; gaps: number },
): RigClient {
  return {
    receipts,
    get connects() {
      return counts.connects;
    },
    get resumes() {
      return counts.resumes;
    },
    get gaps() {
      return counts.gaps;
    },
    [Symbol.dispose]: () => void socket.disconnect(),
  };
}
