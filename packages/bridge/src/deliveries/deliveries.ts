import { openBufferedOutputs, openLineOutput, type OutputSender } from "@jetwire/relay";
import { type Logger, pause } from "@jetwire/runtime";
import type { BridgeConfig } from "../config/bridge-config.ts";
import type { MqttPublisher } from "../mqtt/publisher.ts";
import type { Received } from "../received.ts";
import { decoderLine } from "./decoder-line.ts";
import { readRecord, writeRecord } from "./record.ts";

/** The time for which most feeds can be resumed. */
const bufferMsMax = 48 * 3_600_000;
const mebibyte = 2 ** 20;
/** A longer one is none of Jetwire's, and would not fit into the buffer. */
const recordCharsMax = 200_000;
const waitMs = 20;

/** The outputs that lose nothing: messages wait for each of them in a buffer on disk. */
export type Deliveries = Awaited<ReturnType<typeof openDeliveries>>;

/**
 * Opens the outputs of lines and of MQTT.
 *
 * @param mqtt publishes to a broker; null if that is not switched on
 * @param fail receives an error after which the bridge cannot go on
 */
export async function openDeliveries(
  config: BridgeConfig,
  mqtt: MqttPublisher | null,
  { fail, log }: { readonly fail: (error: unknown) => void; readonly log: Logger },
) {
  const limits = { bytesMax: config.bufferMegabytes * mebibyte, msMax: bufferMsMax };
  const lines = config.lines.map(({ to, types }, index) => ({
    name: `lines-${index + 1}`,
    to: `${types === null ? "" : `${types.join(",")} to `}${to.href}`,
    from: types && new Set(types),
    getsKeys: true,
    limits,
    open: async () => inDecodersForm(await openLineOutput(to, log)),
  }));
  const published = mqtt && {
    name: "mqtt",
    to: mqtt.address,
    from: null,
    getsKeys: true,
    limits,
    open: async () => mqtt.sender,
  };
  const options = published ? [published, ...lines] : lines;
  const opened = await openBufferedOutputs(config.directory, options, fail, log);
  const { buffer, outputs } = opened;
  const closing = new AbortController();
  let oversized = 0;
  return {
    outputs,
    get buffer() {
      return { bytes: buffer.bytes, problem: buffer.writeProblem, oversized };
    },
    /** Adds a message. Waits while the disk does not take what came before. */
    async add(received: Received): Promise<void> {
      while (buffer.fill >= 0.5 && !closing.signal.aborted) await pause(waitMs, closing.signal);
      const text = writeRecord(received);
      const input = received.message.sourceType.slice(0, 64);
      if (text.length <= recordCharsMax) buffer.append({ receivedAtMs: Date.now(), input, text });
      else oversized++;
    },
    /** Resolves when all messages that were added are on the disk. */
    synced: () => buffer.synced(),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** Sends messages in the form of decoders; those without a form are left out. */
function inDecodersForm(sender: OutputSender): OutputSender {
  return {
    ...sender,
    send(batch, signal) {
      const lines = batch.lines.map((line) => {
        const text = line && decoderLine(readRecord(line));
        return line && text !== null ? { ...line, text } : null;
      });
      return sender.send({ ...batch, lines }, signal);
    },
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  };
}
