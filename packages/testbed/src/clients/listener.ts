import { clientEvent, type Message, type MonitorData, serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";

/** A client that keeps the texts it was sent, and notices what comes out of its station's order. */
export interface Listener extends Disposable {
  readonly socket: Socket;
  readonly texts: ReadonlySet<string>;
  readonly repeated: number;
  /** New ones that came behind a younger one of their station. */
  readonly outOfOrder: number;
  readonly gaps: number;
  /** The latest of each station, by when it came in. */
  latest(stationId: number): string;
}

/** Hears an account's feed, resuming where it was if it has to connect again. */
export function listenToFeed(url: string, apiKey: string): Listener {
  const { listener, take, counts } = createListener(url, (last) => ({ apiKey, after: last() }));
  listener.socket.on(serverEvent.feedMessage, take);
  listener.socket.on(serverEvent.feedGap, () => counts.gaps++);
  return listener;
}

/** Hears stations' rooms and the firehose, both best effort. */
export function listenToRooms(url: string, stationIds: readonly number[]): Listener {
  const { listener, take } = createListener(url, () => ({}));
  listener.socket.on("connect", () => {
    for (const id of stationIds) listener.socket.emit(clientEvent.monitorStart, id);
  });
  listener.socket.on(serverEvent.monitorData, ({ newMessages }: MonitorData) =>
    newMessages.forEach(take),
  );
  return listener;
}

export function listenToFirehose(url: string): Listener {
  const { listener, take } = createListener(url, () => ({}));
  listener.socket.on("connect", () => void listener.socket.emit(clientEvent.sniff));
  listener.socket.on(serverEvent.message, take);
  return listener;
}

function createListener(url: string, auth: (last: () => string | undefined) => object) {
  const texts = new Set<string>();
  const youngest = new Map<number, string>();
  const counts = { repeated: 0, outOfOrder: 0, gaps: 0 };
  let last: string | undefined;
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: (tell: (data: object) => void) => tell(auth(() => last)),
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
  });
  function take({ id, stationId, text }: Message): void {
    last = id;
    if (text === null || texts.has(text)) {
      counts.repeated++;
      return;
    }
    texts.add(text);
    if (id < (youngest.get(stationId) ?? "")) counts.outOfOrder++;
    else youngest.set(stationId, id);
  }
  const listener: Listener = {
    socket,
    texts,
    latest: (stationId) => youngest.get(stationId) ?? "",
    get repeated() {
      return counts.repeated;
    },
    get outOfOrder() {
      return counts.outOfOrder;
    },
    get gaps() {
      return counts.gaps;
    },
    [Symbol.dispose]: () => void socket.disconnect(),
  };
  return { listener, take, counts };
}
