import { createSocket } from "node:dgram";
import { setInterval as ticks } from "node:timers/promises";

const port = 5550;
const perSecond = 5;

/** A feeder that sends datagrams, and never learns whether they arrive. */
export interface Datagrams {
  readonly sent: ReadonlySet<number>;
  stop(): Promise<void>;
}

/** Sends numbered datagrams to the feeder port. Numbers count from the given one. */
export function startDatagrams(
  address: string,
  first: number,
  bodyOf: (number: number) => object,
): Datagrams {
  const sent = new Set<number>();
  const stopping = new AbortController();
  const running = send();

  async function send(): Promise<void> {
    let number = first;
    try {
      for await (const _ of ticks(1_000 / perSecond, null, { signal: stopping.signal })) {
        await sendOne(address, JSON.stringify(bodyOf(number)));
        sent.add(number++);
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  return {
    sent,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Sends a datagram from a socket of its own: the machine's table of connections would lead those of one socket to a
 * container that was replaced, because Podman does not clear it as Docker does.
 */
async function sendOne(address: string, body: string): Promise<void> {
  const socket = createSocket("udp4");
  // A port that no container has yet answers with an error, which real feeders ignore, too.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.send(body, port, address, resolve));
  socket.close();
}
