import type { OutputSender } from "@jetwire/relay";
import type { Logger } from "@jetwire/runtime";
import { connect, type MqttClient } from "mqtt";
import { readRecord } from "../deliveries/record.ts";
import { topicLevel } from "./topics.ts";

/** Messages that wait for an acknowledgement at a time; Mosquitto accepts 20. */
const inFlightMax = 20;
const acknowledgeMsMax = 60_000;
const connectMsMax = 10_000;
const reconnectMs = 2_000;
const keepAliveSeconds = 20;

export type MqttPublisher = ReturnType<typeof openPublisher>;

/**
 * Opens a connection to a broker, which is opened again when it breaks. `PREFIX/status` says whether the bridge is
 * online, by the last will as well.
 *
 * @param url with user and password
 */
export function openPublisher(url: URL, prefix: string, log: Logger) {
  const listeners = new Set<() => void>();
  const will = { topic: `${prefix}/status`, payload: "offline", qos: 1 as const, retain: true };
  let problem: string | null = "not connected yet";
  let client = open();

  function open(): MqttClient {
    const opened = connect({
      protocol: url.protocol === "mqtts:" ? "mqtts" : "mqtt",
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(url.port || (url.protocol === "mqtts:" ? 8883 : 1883)),
      ...(url.username !== "" && {
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
      // Version 5 says why it does not take a message.
      protocolVersion: 5,
      clean: true,
      keepalive: keepAliveSeconds,
      reconnectPeriod: reconnectMs,
      connectTimeout: connectMsMax,
      // What is not acknowledged at QoS 0 is not worth waiting for.
      queueQoSZero: false,
      reconnectOnConnackError: true,
      will,
    });
    opened.on("connect", () => {
      problem = null;
      log.info({ broker: url.host }, "connected to the broker");
      state(will.topic, "online");
      for (const listener of listeners) listener();
    });
    opened.on("error", (error) => record(error.message));
    opened.on("close", () => record("the connection was closed"));
    return opened;
  }

  function record(text: string): void {
    if (problem === null) log.warn({ broker: url.host, reason: text }, "lost the broker");
    if (problem === null || text !== "the connection was closed") problem = text;
  }

  /** Publishes a state, which the broker keeps; lost while there is no connection. */
  function state(topic: string, payload: string): void {
    if (!client.connected) return;
    client.publish(topic, payload, { qos: 0, retain: true }, (error) => {
      if (error) log.warn({ topic, reason: error.message }, "a state was not published");
    });
  }

  /** Begins anew, without what the library would send again. */
  async function reopen(): Promise<void> {
    await client.endAsync(true);
    client = open();
  }

  /** @throws an error if the broker refuses a message, or does not acknowledge in time */
  async function acknowledged(publications: readonly Promise<unknown>[], signal: AbortSignal) {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`no acknowledgement within ${acknowledgeMsMax} ms`)),
      acknowledgeMsMax,
    );
    const abort = (): void => late.reject(new Error("stopped"));
    signal.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([Promise.all(publications), late.promise]);
    } catch (error) {
      if (!signal.aborted) await reopen();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      for (const one of publications) one.catch(() => {});
    }
  }

  const sender: OutputSender = {
    batchMax: { lines: inFlightMax, bytes: 262_144 },
    lingerMs: 0,
    async send({ lines }, signal) {
      if (!client.connected) throw new Error(`${url.host}: ${problem}`);
      let bytes = 0;
      const publications = lines.map(async (line) => {
        if (line === null) return;
        const { message, ident } = readRecord(line);
        const topic = `${prefix}/${topicLevel(ident)}/${topicLevel(message.sourceType)}`;
        const payload = JSON.stringify({ ...message, stationIdent: ident });
        bytes += payload.length;
        await client.publishAsync(topic, payload, { qos: 1 });
      });
      await acknowledged(publications, signal);
      return { taken: lines.length, bytes };
    },
    async [Symbol.asyncDispose]() {
      client.removeAllListeners("close");
      if (client.connected) {
        await client
          .publishAsync(will.topic, will.payload, { qos: 0, retain: true })
          .catch(() => {});
      }
      await client.endAsync(!client.connected).catch(() => {});
    },
  };

  return {
    sender,
    state,
    /** The address without the password. */
    address: `${url.protocol}//${url.host} ${prefix}/#`,
    /** Calls a function at each connection. */
    onConnected(listener: () => void): void {
      listeners.add(listener);
    },
  };
}
