import { serverEvent, stationRoom } from "@jetwire/protocol";
import { type FeedAppend, openStores } from "@jetwire/redis";
import type { BenchMessage } from "./bench-messages.ts";
import { openScopedRedis } from "../redis-scope.ts";
import { firstRoom, unwatchedAccounts } from "../servers/unwatched.ts";
import { sendFirehose } from "./firehose.ts";
import { openJetwireEmitter, openStockEmitter } from "./room-servers.ts";
import type { Send, SenderSettings } from "./sender.ts";

const caps = { entriesMax: 1_000, ageMsMax: 60_000 };

/** Sends half to station rooms, a quarter to account feeds and a quarter to the firehose. */
export async function sendUnwatched(settings: SenderSettings): Promise<Send> {
  const toRooms = await sendUnwatchedRooms(settings);
  const toFirehose = await sendFirehose(settings);
  const toFeeds = await sendFeeds(settings);
  return async (messages) => {
    const half = Math.ceil(messages.length / 2);
    const threeQuarters = Math.ceil((messages.length * 3) / 4);
    toRooms(messages.slice(0, half));
    await toFeeds(messages.slice(half, threeQuarters));
    await toFirehose(messages.slice(threeQuarters));
  };
}

/** Sends each message to the room of the next station. */
export async function sendUnwatchedRooms(settings: SenderSettings): Promise<Send> {
  return sendToRooms(await openJetwireEmitter(settings), settings.rooms);
}

/** Sends the same through the stock adapter. */
export async function sendStockUnwatchedRooms(settings: SenderSettings): Promise<Send> {
  return sendToRooms(await openStockEmitter(settings), settings.rooms);
}

type Emitter = Awaited<ReturnType<typeof openStockEmitter>>;

function sendToRooms(io: Emitter, rooms: number): Send {
  let next = 0;
  return (messages) => {
    for (const { message } of messages) {
      const stationId = firstRoom + (next++ % rooms);
      const station = { id: stationId, ident: `BENCH-${stationId}` };
      const data = { station, stationId, newMessages: [message] };
      io.to(stationRoom(stationId)).emit(serverEvent.monitorData, data);
    }
  };
}

function asAppend({ id, text }: BenchMessage): FeedAppend {
  return { stationId: 1, messageId: id, messageJson: text };
}

async function sendFeeds(settings: SenderSettings): Promise<Send> {
  const { feedLogs } = openStores(await openScopedRedis(settings, "append"), settings.namespace);
  return async (messages) => {
    const share = Math.ceil(messages.length / unwatchedAccounts.length);
    for (const [n, accountId] of unwatchedAccounts.entries()) {
      const appends = messages.slice(n * share, (n + 1) * share).map(asAppend);
      if (appends.length > 0) await feedLogs.of(accountId).append(appends, caps);
    }
  };
}
