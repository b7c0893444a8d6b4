import { setTimeout as pause } from "node:timers/promises";
import { startDatagrams } from "./datagrams.ts";

const readersCount = 5;
const messagesPerSecond = 20;
/** Datagrams have numbers of their own. */
const firstDatagram = 1_000_000_000;
const readsPauseMs = 250;

/** Counts of the senders and readers since the last call. */
export interface Figures {
  /** Messages accepted. */
  readonly accepted: number;
  readonly posts: Tries;
  readonly reads: Tries;
  /** The longest time of a client of the feed without a connection, ms. */
  readonly outageMs: number;
}

/** Requests that were refused or failed, and the longest time until one of them succeeded. */
interface Tries {
  readonly failed: number;
  readonly slowestMs: number;
}

/** A sender, clients of the feed, and a reader of REST. */
export interface Load {
  /** Adds clients of the feed, which the balancer gives to the gateways with the fewest connections. */
  addReaders(): Promise<void>;
  takeFigures(): Figures;
  stopSending(): Promise<void>;
  /** How many of the accepted messages each client of the feed has not received. */
  missing(): number[];
  totals(): Totals;
  close(): Promise<void>;
}

/** Counts from the start on. */
interface Totals {
  /** Messages that were accepted by HTTP. */
  readonly accepted: number;
  /** Messages that each client of the feed received more than once. */
  readonly repeated: number[];
  readonly datagrams: { readonly sent: number; readonly lost: number };
}

/** Starts to send messages of a station, and to read them as its owner, all through the balancer. */
export async function startLoad(site: {
  readonly entry: string;
  readonly address: string;
  readonly station: string;
  readonly key: string;
}): Promise<Load> {
  const { entry, address, station, key } = site;
  const realtime = entry.replace("http", "ws");
  const readers: Started[] = [];
  const sender = startSender(entry, station);
  const poller = startPoller(`${entry}/v1/messages?station=${station}&limit=1`, key);
  const datagrams = startDatagrams(address, firstDatagram, (number) => messageOf(station, number));
  let acceptedBefore = 0;

  async function addReaders(): Promise<void> {
    for (let count = 0; count < readersCount; count++) {
      const reader = await openReader(realtime, key);
      // What is under way now may have passed before it was there.
      readers.push({ ...reader, from: sender.accepted.size + 2 });
    }
  }

  /** Returns how many of the messages a client of the feed has not received. */
  function missingOf({ received, from }: Started, messages: ReadonlySet<number>): number {
    return [...messages].filter((one) => one >= from && !received.has(one)).length;
  }

  async function stopSending(): Promise<void> {
    await Promise.all([sender.stop(), poller.stop(), datagrams.stop()]);
  }

  await addReaders();
  return {
    addReaders,
    takeFigures() {
      const accepted = sender.accepted.size - acceptedBefore;
      acceptedBefore = sender.accepted.size;
      const outageMs = Math.max(...readers.map((reader) => reader.takeOutageMs()));
      return { accepted, posts: sender.takeTries(), reads: poller.takeTries(), outageMs };
    },
    stopSending,
    missing: () => readers.map((reader) => missingOf(reader, sender.accepted)),
    totals: () => ({
      accepted: sender.accepted.size,
      repeated: readers.map((reader) => reader.repeated()),
      datagrams: {
        sent: datagrams.sent.size,
        lost: Math.min(...readers.map((reader) => missingOf(reader, datagrams.sent))),
      },
    }),
    async close() {
      await stopSending();
      for (const reader of readers) reader.close();
    },
  };
}

/** One client of the feed, which counts what it gets and how long it had no connection. */
interface Reader {
  readonly received: ReadonlySet<number>;
  /** Repetitions of messages that it had already. */
  readonly repeated: () => number;
  /** The longest time without a connection since the last call, ms. */
  takeOutageMs(): number;
  close(): void;
}

/** A client that gets the messages from a number on. */
type Started = Reader & { readonly from: number };

const reconnectMsMax = 1_000;
const requestMsMax = 20_000;

/**
 * Opens a client of the feed, and waits until it is connected. It speaks Socket.IO by itself, so that it shows what the
 * service does and not what a client library makes of it: it reconnects after up to a second, and resumes.
 */
async function openReader(url: string, apiKey: string): Promise<Reader> {
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

/** Sends requests one by one, and repeats each until it succeeds. */
interface Repeater {
  takeTries(): Tries;
  stop(): Promise<void>;
}

function startRepeater(
  pauseMs: number,
  attempt: (number: number) => Promise<boolean>,
  onSuccess: (number: number) => void,
): Repeater {
  const stopping = new AbortController();
  let tries = { failed: 0, slowestMs: 0 };
  let beganAt = performance.now();
  const running = repeat();

  async function repeat(): Promise<void> {
    for (let number = 1; !stopping.signal.aborted; number++) {
      beganAt = performance.now();
      while (!(await attempt(number).catch(() => false))) {
        tries.failed++;
        if (stopping.signal.aborted) return;
        await pause(100);
      }
      onSuccess(number);
      const ms = performance.now() - beganAt;
      tries.slowestMs = Math.max(tries.slowestMs, ms);
      await pause(Math.max(0, pauseMs - ms));
    }
  }

  return {
    takeTries() {
      // A request that is still under way counts with the time that it has taken so far.
      const slowestMs = Math.max(tries.slowestMs, performance.now() - beganAt);
      const taken = { ...tries, slowestMs };
      tries = { failed: 0, slowestMs: 0 };
      return taken;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Sends messages of one station by HTTP, one after another. */
function startSender(
  url: string,
  ident: string,
): Repeater & { readonly accepted: ReadonlySet<number> } {
  const accepted = new Set<number>();
  const bodies = new Map<number, string>();
  async function post(number: number): Promise<boolean> {
    const body = bodies.get(number) ?? JSON.stringify(messageOf(ident, number));
    bodies.set(number, body);
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(requestMsMax);
    const answer = await fetch(`${url}/v1/ingest`, { method: "POST", headers, body, signal });
    const { accepted: count } = (await answer.json()) as { accepted?: number };
    return answer.status === 202 && count === 1;
  }
  const repeater = startRepeater(1_000 / messagesPerSecond, post, (number) => {
    accepted.add(number);
    bodies.delete(number);
  });
  return { ...repeater, accepted };
}

/** Reads an address of REST again and again. */
function startPoller(url: string, key: string): Repeater {
  async function read(): Promise<boolean> {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(requestMsMax) });
    await answer.arrayBuffer();
    return answer.ok;
  }
  return startRepeater(readsPauseMs, read, () => {});
}

export function messageOf(ident: string, number: number): object {
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
