import { serverEvent, stationRoom } from "@jetwire/protocol";
import { openJetwireEmitter, openStockEmitter } from "./room-servers.ts";
import type { Send, SenderSettings } from "./sender.ts";

/** Sends one event per tick to a station's monitors, as fanout does. */
export async function sendMonitor(settings: SenderSettings): Promise<Send> {
  return sendBatches(await openJetwireEmitter(settings), settings.stationId);
}

/** Sends the same events through the stock adapter. */
export async function sendStockMonitor(settings: SenderSettings): Promise<Send> {
  return sendBatches(await openStockEmitter(settings), settings.stationId);
}

/** Sends one event per message, the obvious implementation. */
export async function sendStockMonitorSingly(settings: SenderSettings): Promise<Send> {
  const sendBatch = await sendStockMonitor(settings);
  return (messages) => {
    for (const message of messages) sendBatch([message]);
  };
}

type Emitter = Awaited<ReturnType<typeof openStockEmitter>>;

function sendBatches(io: Emitter, stationId: number): Send {
  const station = { id: stationId, ident: "BENCH" };
  return (messages) =>
    io.to(stationRoom(stationId)).emit(serverEvent.monitorData, {
      station,
      stationId,
      newMessages: messages.map(({ message }) => message),
    });
}
