import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { setInterval as ticks } from "node:timers/promises";

/** Takes datagrams and connections. */
const port = 5550;
const perSecond = 10;

/** Two feeders that never learn whether their messages arrive. */
export interface Feeders {
  /** Connections that broke or failed. */
  readonly broken: () => number;
  stop(): Promise<void>;
}

/**
 * Feeds by one UDP socket and one TCP connection, both open all the time. The connection is only opened again when it
 * breaks, and what was written to a broken one is not repeated.
 */
export function startFeeders(address: string, next: (way: "udp" | "tcp") => string): Feeders {
  const stopping = new AbortController();
  const datagrams = createSocket("udp4");
  // A port that nobody listens on answers with an error, which real feeders ignore, too.
  datagrams.on("error", () => {});
  let broken = 0;
  let connection = open();
  const running = send();

  function open(): Socket {
    const opened = connect({ host: address, port, noDelay: true });
    opened.on("error", () => {});
    // Reading notices that the other side closes.
    opened.resume();
    opened.once("close", () => {
      if (!stopping.signal.aborted) broken++;
    });
    return opened;
  }

  async function send(): Promise<void> {
    try {
      for await (const _ of ticks(1_000 / perSecond, null, { signal: stopping.signal })) {
        datagrams.send(next("udp"), port, address);
        if (connection.destroyed) connection = open();
        connection.write(`${next("tcp")}\n`);
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  return {
    broken: () => broken,
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await running;
      connection.end();
      datagrams.close();
    },
  };
}
