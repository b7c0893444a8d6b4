import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { pause } from "@jetwire/runtime";
import { acarsdecLine } from "../feeding/acarsdec-line.ts";

/** A line that was sent without an acknowledgement. */
interface SentLine {
  /** Unique in the run; it contains the feeder's name and a number. */
  readonly text: string;
  readonly sentMs: number;
}

/** A feeder over UDP or TCP. It never sends a line again. */
export interface LineFeeder {
  readonly sent: readonly SentLine[];
  run(signal: AbortSignal): Promise<void>;
}

export interface LineFeederOptions {
  readonly name: string;
  readonly port: number;
  readonly stations: readonly string[];
  readonly ratePerSecond: number;
}

type Send = (line: string) => boolean;

/** Sends one datagram per message. */
export function createUdpFeeder(options: LineFeederOptions): LineFeeder {
  return createLineFeeder(options, () => {
    const socket = createSocket("udp4");
    // A datagram to a closed port is an error of the next one; the ledger has it in any case.
    socket.on("error", () => {});
    return {
      send: (line) => {
        socket.send(line, options.port, "127.0.0.1", () => {});
        return true;
      },
      close: () => socket.close(),
    };
  });
}

/** Sends lines over one connection, which it opens again whenever it has closed. */
export function createTcpFeeder(options: LineFeederOptions): LineFeeder {
  return createLineFeeder(options, () => {
    let socket: Socket | null = null;
    function opened(): Socket {
      if (socket !== null && !socket.destroyed) return socket;
      socket = connect(options.port, "127.0.0.1");
      socket.on("error", () => {});
      return socket;
    }
    return {
      /** Waits for a connection, so that a line is lost only with one that breaks. */
      send: (line) => {
        const open = opened();
        if (open.connecting || !open.writable) return false;
        open.write(`${line}\n`);
        return true;
      },
      close: () => socket?.destroySoon(),
    };
  });
}

function createLineFeeder(
  { name, stations, ratePerSecond }: LineFeederOptions,
  open: () => { send: Send; close: () => void },
): LineFeeder {
  const sent: SentLine[] = [];
  return {
    sent,
    async run(signal) {
      const { send, close } = open();
      while (!signal.aborted) {
        const n = sent.length;
        const text = `FEEDER ${name} ${n}`;
        const over = {
          block_id: String(n % 10),
          tail: `N${1_000 + (n % 97)}`,
          msgno: `M${String(n % 100).padStart(2, "0")}A`,
        };
        if (send(acarsdecLine(stations[n % stations.length] ?? "", text, over))) {
          sent.push({ text, sentMs: Date.now() });
        }
        await pause(1_000 / ratePerSecond, signal);
      }
      close();
    },
  };
}
