import type { LineSender } from "@jetwire/feeder";
import type { OutputSender } from "./output-sender.ts";

/** Sends lines over UDP or TCP: taken is what the kernel took. */
export function createLineOutput(sender: LineSender, paceMs = 0): OutputSender {
  return {
    batchMax: { lines: sender.batchMax.lines, bytes: Math.min(sender.batchMax.bytes, 262_144) },
    lingerMs: 0,
    paceMs,
    async send({ lines }, signal) {
      await sender.connect(signal);
      const wanted = lines.flatMap((line) => (line === null ? [] : [Buffer.from(line.text)]));
      const { sent } = await sender.send(wanted, signal);
      const lost = wanted.length - sent;
      const bytes = wanted.reduce((sum, { length }) => sum + length, 0);
      return { taken: lines.length, bytes, ...(lost > 0 && { refused: { unreachable: lost } }) };
    },
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  };
}
