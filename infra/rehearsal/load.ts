import { setTimeout as pause } from "node:timers/promises";
import { startFeeders } from "./feeders.ts";
import { openReader, type Reader } from "./reader.ts";

const readersCount = 5;
const messagesPerSecond = 20;
/** Each way to send has numbers of its own; HTTP has those below. */
const firstNumbers = { udp: 1_000_000_000, tcp: 1_500_000_000 };
const readsPauseMs = 250;

/** Counts of the senders and readers since the step began. */
interface Figures {
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

/** Senders by HTTP, UDP and TCP, clients of the feed, and a reader of REST. */
export interface RehearsalLoad {
  /** Adds clients of the feed, which the balancer gives to the gateways with the fewest connections. */
  addReaders(): Promise<void>;
  /** Counts from now on for a step. */
  begin(step: string): void;
  consumeFigures(): Figures;
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
  /** The numbers of the messages that were sent without an answer, with the step in which they were. */
  readonly sent: { readonly udp: Sent; readonly tcp: Sent };
  /** TCP connections that broke or failed. */
  readonly broken: number;
  /** Counts a second, while messages were sent. */
  readonly rates: {
    readonly http: number;
    readonly udp: number;
    readonly tcp: number;
    /** Messages that the first client of the feed received. */
    readonly received: number;
    readonly reads: number;
  };
}

type Sent = ReadonlyMap<number, string>;

/** Starts to send messages of a station, and to read them as its owner, all through the balancer. */
export async function startRehearsalLoad(site: {
  readonly entry: string;
  readonly address: string;
  readonly station: string;
  readonly key: string;
  /** Its messages have greater numbers, so that they differ from those of another load. */
  readonly above: number;
}): Promise<RehearsalLoad> {
  const { entry, address, station, key, above } = site;
  const realtime = entry.replace("http", "ws");
  const readers: Started[] = [];
  const sender = startSender(entry, station, above);
  const poller = startPoller(`${entry}/v1/messages?station=${station}&limit=1`, key);
  const sent = { udp: new Map<number, string>(), tcp: new Map<number, string>() };
  let step = "";
  const feeders = startFeeders(address, (way) => {
    const number = firstNumbers[way] + above + sent[way].size;
    sent[way].set(number, step);
    return JSON.stringify(messageOf(station, number));
  });
  const beganAt = performance.now();
  let endedAt = 0;
  let acceptedBefore = 0;

  async function addReaders(): Promise<void> {
    for (let count = 0; count < readersCount; count++) {
      const reader = await openReader(realtime, key);
      // What is under way now may have passed before it was there.
      readers.push({ ...reader, from: above + sender.accepted.size + 2 });
    }
  }

  function drainFigures(): Figures {
    const accepted = sender.accepted.size - acceptedBefore;
    acceptedBefore = sender.accepted.size;
    const outageMs = Math.max(...readers.map((reader) => reader.consumeOutageMs()));
    return { accepted, posts: sender.consumeTries(), reads: poller.consumeTries(), outageMs };
  }

  async function stopSending(): Promise<void> {
    await Promise.all([sender.stop(), poller.stop(), feeders.stop()]);
    endedAt = performance.now();
  }

  await addReaders();
  return {
    addReaders,
    begin(name) {
      step = name;
      drainFigures();
    },
    consumeFigures: drainFigures,
    stopSending,
    missing: () =>
      readers.map(
        ({ received, from }) =>
          [...sender.accepted].filter((one) => one >= from && !received.has(one)).length,
      ),
    totals() {
      const seconds = (endedAt - beganAt) / 1_000;
      return {
        accepted: sender.accepted.size,
        repeated: readers.map((reader) => reader.repeated()),
        sent,
        broken: feeders.broken(),
        rates: {
          http: sender.accepted.size / seconds,
          udp: sent.udp.size / seconds,
          tcp: sent.tcp.size / seconds,
          received: (readers[0]?.received.size ?? 0) / seconds,
          reads: poller.succeeded() / seconds,
        },
      };
    },
    async close() {
      await stopSending();
      for (const reader of readers) reader.close();
    },
  };
}

/** A client that gets the messages from a number on. */
type Started = Reader & { readonly from: number };

const requestMsMax = 20_000;

/** Sends requests one by one, and repeats each until it succeeds. */
interface Repeater {
  consumeTries(): Tries;
  readonly succeeded: () => number;
  stop(): Promise<void>;
}

function startRepeater(
  pauseMs: number,
  attempt: (number: number) => Promise<boolean>,
  onSuccess: (number: number) => void,
): Repeater {
  const stopping = new AbortController();
  let tries = { failed: 0, slowestMs: 0 };
  let succeeded = 0;
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
      succeeded++;
      onSuccess(number);
      const ms = performance.now() - beganAt;
      tries.slowestMs = Math.max(tries.slowestMs, ms);
      await pause(Math.max(0, pauseMs - ms));
    }
  }

  return {
    consumeTries() {
      // A request that is still under way counts with the time that it has taken so far.
      const slowestMs = Math.max(tries.slowestMs, performance.now() - beganAt);
      const taken = { ...tries, slowestMs };
      tries = { failed: 0, slowestMs: 0 };
      return taken;
    },
    succeeded: () => succeeded,
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
  above: number,
): Repeater & { readonly accepted: ReadonlySet<number> } {
  const accepted = new Set<number>();
  const bodies = new Map<number, string>();
  async function post(attempt: number): Promise<boolean> {
    const number = above + attempt;
    const body = bodies.get(number) ?? JSON.stringify(messageOf(ident, number));
    bodies.set(number, body);
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(requestMsMax);
    const answer = await fetch(`${url}/v1/ingest`, { method: "POST", headers, body, signal });
    const { accepted: count } = (await answer.json()) as { accepted?: number };
    return answer.status === 202 && count === 1;
  }
  const repeater = startRepeater(1_000 / messagesPerSecond, post, (attempt) => {
    const number = above + attempt;
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
