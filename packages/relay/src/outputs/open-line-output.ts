import { createTcpSender, createUdpSender } from "@jetwire/feeder";
import type { Logger } from "@jetwire/runtime";
import { createLineOutput } from "./line-output.ts";
import { listenOutput } from "./listen-output.ts";
import type { OutputSender } from "./output-sender.ts";

/** The size at which acars_router splits long lines. */
const datagramBytesMax = 60_000;
/** Limits datagrams to 2,000 per second, so that no buffer of a receiver overflows while a backlog is sent. */
const datagramPaceMs = 32;

/**
 * Opens the sender of an output of lines: `udp://HOST:PORT`, `tcp://HOST:PORT` or `listen://HOST:PORT`.
 *
 * @throws an error if an address to listen on cannot be used
 */
export async function openLineOutput(to: URL, log: Logger): Promise<OutputSender> {
  const address = { host: to.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(to.port) };
  switch (to.protocol) {
    case "udp:":
      return createLineOutput(createUdpSender(address, { datagramBytesMax }), datagramPaceMs);
    case "tcp:":
      return createLineOutput(createTcpSender(address));
    default:
      return await listenOutput(address, log);
  }
}
