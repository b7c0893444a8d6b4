/** One client of the feed, which counts what it gets and how long it had no connection. */
export interface Reader {
  readonly received: ReadonlySet<number>;
  /** Repetitions of messages that it had already. */
  readonly repeated: () => number;
  /** The longest time without a connection since the last call, ms. */
  consumeOutageMs(): number;
  close(): void;
}

const reconnectMsMax = 1_000;

/**
 * Opens a client of the feed, and waits until it is connected. It speaks Socket.IO by itself, so that it shows what the
 * service does and not what a client library makes of it: it reconnects after up to a second, and resumes.
 */
export async function openReader(url: string, apiKey: string): Promise<Reader> {
  const received = new Set<number>();
  const connected = Promise.withResolvers<void>();
  let repeated = 0;
  let outageMs = 0;
  let lostAt: number | null = performance.now();
  let after: string | null = null;
  let isClosed = false;
  let socket = connect();

  function connect(): WebSocket {
    const opened = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
    opened.addEventListener("message", ({ data }) => onPacket(opened, String(data)));
    opened.addEventListener("close", () => {
      lostAt ??= performance.now();
      if (!isClosed) setTimeout(() => (socket = connect()), Math.random() * reconnectMsMax);
    });
    return opened;
  }

  function onPacket(from: WebSocket, packet: string): void {
    if (packet.startsWith("0")) {
      from.send(`40${JSON.stringify({ apiKey, ...(after === null ? {} : { after }) })}`);
    } else if (packet === "2") from.send("3");
    else if (packet.startsWith("42")) onEvent(JSON.parse(packet.slice(2)) as [string, unknown]);
  }

  function onEvent([name, payload]: readonly [string, unknown]): void {
    if (name === "feed:authenticated") {
      if (lostAt !== null) outageMs = Math.max(outageMs, performance.now() - lostAt);
      lostAt = null;
      connected.resolve();
    }
    if (name !== "feed:message") return;
    const { id, text } = payload as { id: string; text: string | null };
    after = id;
    const number = Number(/^REHEARSAL (\d+)$/.exec(text ?? "")?.[1]);
    if (received.has(number)) repeated++;
    else received.add(number);
  }

  await connected.promise;
  outageMs = 0;
  return {
    received,
    repeated: () => repeated,
    consumeOutageMs() {
      const longest = lostAt === null ? outageMs : Math.max(outageMs, performance.now() - lostAt);
      outageMs = 0;
      return longest;
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
