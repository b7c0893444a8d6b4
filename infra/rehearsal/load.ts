import { setTimeout as pause } from "node:timers/promises";

/** One client of the feed, which counts what it gets and how long it had no connection. */
export interface Reader {
  readonly received: ReadonlySet<number>;
  /** Repetitions of messages that it had already. */
  readonly repeated: () => number;
  /** The longest time without a connection since the last call, ms. */
  takeOutageMs(): number;
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
    takeOutageMs() {
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

/** Posts messages one by one, and repeats a post until it was accepted. */
export interface Sender {
  /** The numbers of the messages that were accepted. */
  readonly accepted: ReadonlySet<number>;
  /** Posts that were refused or failed, and the longest time until one was accepted, since the last call. */
  takeFigures(): { failed: number; slowestMs: number };
  stop(): Promise<void>;
}

/** Sends messages of one station at a rate, by HTTP. */
export function startSender(url: string, ident: string, perSecond: number): Sender {
  const accepted = new Set<number>();
  let failed = 0;
  let slowestMs = 0;
  const stopping = new AbortController();
  const running = send();

  async function send(): Promise<void> {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const beganAt = performance.now();
      const body = JSON.stringify(messageOf(ident, number));
      while (!(await post(body))) {
        failed++;
        await pause(100);
      }
      accepted.add(number);
      const ms = performance.now() - beganAt;
      slowestMs = Math.max(slowestMs, ms);
      await pause(Math.max(0, 1_000 / perSecond - ms));
    }
  }

  async function post(body: string): Promise<boolean> {
    try {
      const headers = { "content-type": "application/json" };
      const signal = AbortSignal.timeout(20_000);
      const answer = await fetch(`${url}/v1/ingest`, { method: "POST", headers, body, signal });
      const { accepted: count } = (await answer.json()) as { accepted?: number };
      return answer.status === 202 && count === 1;
    } catch {
      return false;
    }
  }

  return {
    accepted,
    takeFigures() {
      const figures = { failed, slowestMs };
      failed = 0;
      slowestMs = 0;
      return figures;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function messageOf(ident: string, number: number): object {
  return {
    timestamp: Date.now() / 1_000,
    station_id: ident,
    channel: 1,
    freq: 131.55,
    level: -20,
    error: 0,
    mode: "2",
    label: "H1",
    block_id: "3",
    ack: false,
    tail: "N12345",
    text: `REHEARSAL ${number}`,
    app: { name: "acarsdec", ver: "4.0" },
  };
}
