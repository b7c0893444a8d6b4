import { clientEvent, type Message, type MonitorData, serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import { createReceipts, type Receipts } from "./receipts.ts";

/** A stock Socket.IO client that reconnects by itself and records what it receives. */
export interface ReconnectingClient extends Disposable {
  readonly receipts: Receipts;
  /** How often it has connected; for a feed, how often it was authenticated. */
  readonly connects: number;
  readonly resumes: number;
  readonly gaps: number;
  /** The times at which the gaps were reported, Unix ms. */
  readonly gapTimes: readonly number[];
}

/** Identifies a message among those that a client has received. Default: by its id. */
type KeyOf = (message: Message) => string;

/** Receives an account's feed and resumes it after the last message, as clients should. */
export function connectToFeed(url: string, apiKey: string, keyOf?: KeyOf): ReconnectingClient {
  const { client, socket, counts } = connect(url, keyOf, (after) => ({ apiKey, after }));
  const { receipts } = client;
  socket.on(serverEvent.feedAuthenticated, () => {
    counts.connects++;
    receipts.setReplaying(receipts.last !== undefined);
  });
  socket.on(serverEvent.feedMessage, receipts.add);
  socket.on(serverEvent.feedResumed, () => {
    counts.resumes++;
    receipts.setReplaying(false);
  });
  socket.on(serverEvent.feedGap, () => counts.gapTimes.push(Date.now()));
  return client;
}

/** Monitors stations. Rooms have no replay: messages sent while it is disconnected are lost. */
export function connectToRooms(
  url: string,
  stationIds: readonly number[],
  keyOf?: KeyOf,
): ReconnectingClient {
  const { client, socket, counts } = connect(url, keyOf);
  socket.on("connect", () => {
    counts.connects++;
    for (const id of stationIds) socket.emit(clientEvent.monitorStart, id);
  });
  socket.on(serverEvent.monitorData, ({ newMessages }: MonitorData) =>
    newMessages.forEach(client.receipts.add),
  );
  return client;
}

/** Receives the firehose, which has no replay either. */
export function connectToFirehose(url: string, keyOf?: KeyOf): ReconnectingClient {
  const { client, socket, counts } = connect(url, keyOf);
  socket.on("connect", () => {
    counts.connects++;
    socket.emit(clientEvent.sniff);
  });
  socket.on(serverEvent.message, client.receipts.add);
  return client;
}

function connect(
  url: string,
  keyOf?: KeyOf,
  authOf: (last: string | undefined) => object = () => ({}),
) {
  const receipts = createReceipts(keyOf);
  const counts = { connects: 0, resumes: 0, gapTimes: [] as number[] };
  const socket: Socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: (send: (data: object) => void) => send(authOf(receipts.last)),
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
  });
  const client: ReconnectingClient = {
    receipts,
    get connects() {
      return counts.connects;
    },
    get resumes() {
      return counts.resumes;
    },
    get gaps() {
      return counts.gapTimes.length;
    },
    gapTimes: counts.gapTimes,
    [Symbol.dispose]: () => void socket.disconnect(),
  };
  return { client, socket, counts };
}
