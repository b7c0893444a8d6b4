import type { FeedTarget } from "./feed-target.ts";
import { createHttpSender } from "./http-sender.ts";
import type { LineSender, SenderOptions } from "./line-sender.ts";
import { createTcpSender } from "./tcp-sender.ts";
import { createUdpSender } from "./udp-sender.ts";

/** Returns the sender for a target's transport; it connects on `connect`. */
export function openLineSender(target: FeedTarget, options: SenderOptions = {}): LineSender {
  switch (target.transport) {
    case "udp":
      return createUdpSender(target, options);
    case "tcp":
      return createTcpSender(target);
    case "http":
      return createHttpSender(target.url, options);
  }
}
