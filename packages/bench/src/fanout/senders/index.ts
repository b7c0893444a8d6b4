import {
  sendChannelMessages,
  sendChannelTicks,
  sendFirehose,
  sendStockFirehose,
} from "./firehose.ts";
import { sendMonitor, sendStockMonitor, sendStockMonitorSingly } from "./monitor.ts";
import { sendPresence, sendStockPresence } from "./presence.ts";
import type { Send, SenderKind, SenderSettings } from "./sender.ts";
import { sendStockUnwatchedRooms, sendUnwatched, sendUnwatchedRooms } from "./unwatched.ts";

const senders: Readonly<Record<SenderKind, (settings: SenderSettings) => Promise<Send>>> = {
  firehose: sendFirehose,
  "channel-messages": sendChannelMessages,
  "channel-ticks": sendChannelTicks,
  "stock-firehose": sendStockFirehose,
  monitor: sendMonitor,
  "stock-monitor": sendStockMonitor,
  "stock-monitor-singly": sendStockMonitorSingly,
  presence: sendPresence,
  "stock-presence": sendStockPresence,
  unwatched: sendUnwatched,
  "unwatched-rooms": sendUnwatchedRooms,
  "stock-unwatched-rooms": sendStockUnwatchedRooms,
};

export async function openSender(settings: SenderSettings): Promise<Send> {
  return await senders[settings.kind](settings);
}
