import type { Logger } from "@jetwire/runtime";
import {
  listenTcp,
  listenUdp,
  listenZmq,
  onceFree,
  subscribeMqtt,
  subscribeZmq,
} from "@jetwire/transport";
import { type RelayConfig, topicOf } from "../config/relay-config.ts";

/** An input that receives until it is disposed. */
type OpenInput = AsyncDisposable & { readonly port: number };
type Configured = RelayConfig["listen"][number] & { readonly host: string };

/** Opens a port for decoders, or subscribes to what one publishes. */
export async function openInput(
  { transport, host, port, from }: Configured,
  target: Parameters<typeof listenZmq>[1],
  log: Logger,
): Promise<OpenInput> {
  const address = { host, port };
  switch (transport) {
    case "udp":
      return await onceFree<OpenInput>(() => listenUdp(address, target.lines, log), log);
    case "tcp":
      return await onceFree<OpenInput>(() => listenTcp(address, target), log);
    case "zmq-listen":
      return await onceFree<OpenInput>(() => listenZmq(address, target, log), log);
    case "zmq":
      return subscribeZmq(address, target, log);
    case "mqtt":
    case "mqtts": {
      if (from === undefined) throw new Error("an MQTT input without an address");
      return await subscribeMqtt({ url: from, topic: topicOf(from) }, target.lines, log);
    }
  }
}
