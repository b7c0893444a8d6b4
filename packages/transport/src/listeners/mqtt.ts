import { type Logger, pause } from "@jetwire/runtime";
import { parseBytes } from "../framing/split-and-parse.ts";
import type { LineTarget } from "./line-target.ts";

const payloadBytesMax = 1 << 20;
const retryMs = 5_000;
const connectMsMax = 15_000;
/** The fill of the target above which the broker waits. */
const pauseAboveFill = 0.5;
const resumeCheckMs = 20;

/** A broker and the topic to which decoders publish. */
interface MqttSource {
  /** `mqtt://host:port` or `mqtts://host:port`, with user and password if the broker wants them. The rest is not used. */
  readonly url: URL;
  /** The filter of topics, for example `acarsdec/#`. */
  readonly topic: string;
}

/**
 * Subscribes to a topic of an MQTT broker, to which acarsdec and xng publish one object at a time, and connects again when that
 * ends. Messages that the broker has kept (`retain`) are skipped: they come with each subscription. The library is
 * loaded here only.
 */
export async function subscribeMqtt(
  { url, topic }: MqttSource,
  lines: LineTarget,
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { connect } = await import("mqtt");
  const broker = url.host;
  const stop = new AbortController();
  const isSecure = url.protocol === "mqtts:";
  const port = Number(url.port) || (isSecure ? 8_883 : 1_883);
  // Not as an address, which the library would read in a way that Node warns of.
  const client = connect({
    protocol: isSecure ? "mqtts" : "mqtt",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port,
    ...(url.username !== "" && { username: decodeURIComponent(url.username) }),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
    reconnectPeriod: retryMs,
    connectTimeout: connectMsMax,
    // A session of the broker would queue without a bound while nobody reads.
    clean: true,
  });
  client.handleMessage = (packet, done) => {
    void receive(packet).finally(done);
  };

  async function receive({ payload, retain }: { payload: Buffer | string; retain: boolean }) {
    if (retain) return;
    const bytes = Buffer.from(payload);
    if (bytes.length > payloadBytesMax) {
      const detail = `a payload of ${bytes.length} bytes`;
      lines.offer([{ raw: bytes.toString("latin1", 0, 256), reason: "too-long", detail }], broker);
      return;
    }
    lines.offer(parseBytes(bytes), broker);
    while (lines.fill > pauseAboveFill && !stop.signal.aborted) {
      await pause(resumeCheckMs, stop.signal);
    }
  }

  client.on("error", (error) => {
    log.warn({ broker, topic, problem: error.message }, "an MQTT broker is not received");
  });
  client.on("close", () => {
    if (!stop.signal.aborted) log.debug({ broker }, "the connection to an MQTT broker ended");
  });
  client.subscribe(topic, { qos: 1 }, (error, granted) => {
    const isRefused = granted?.some(({ qos }) => qos === 128) === true;
    if (error === null && !isRefused) return log.info({ broker, topic }, "subscribed");
    const problem = error?.message ?? "the broker refused the subscription";
    if (!stop.signal.aborted)
      log.warn({ broker, topic, problem }, "an MQTT broker is not received");
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await client.endAsync(true);
    },
  };
}
