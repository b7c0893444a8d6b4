/**
 * A process of its own: stands for the other gateways, those whose clients watch. Holds the channels
 * that they would hold, and does nothing with what it hears.
 */
import { stationRoom } from "@jetwire/protocol";
import { adapterRoomChannel, createKeys } from "@jetwire/redis";
import { answerParent } from "../child-commands.ts";
import { helperSettings } from "../child-process.ts";
import { openRedis, type RedisPlace } from "../redis-namespace.ts";
import { firstRoom, unwatchedAccounts } from "./unwatched.ts";

export interface ElsewhereCommands {
  /** Resolves once so many rooms, the firehose and some accounts' feeds are watched. */
  watch(rooms: number): Promise<void>;
  heard(argument: null): number;
}

const channelsAtATime = 1_000;

const place = helperSettings() as RedisPlace;
const keys = createKeys(place.namespace);
const redis = await openRedis(place, "subscriber");
let heard = 0;
redis.on("smessageBuffer", () => heard++);

answerParent<ElsewhereCommands>({
  heard: () => heard,
  async watch(rooms) {
    const channels = [
      keys.firehoseChannel,
      ...unwatchedAccounts.map((accountId) => keys.feedChannel(accountId)),
      ...Array.from({ length: rooms }, (_, n) =>
        adapterRoomChannel(keys, stationRoom(firstRoom + n)),
      ),
    ];
    for (let at = 0; at < channels.length; at += channelsAtATime) {
      const some = channels.slice(at, at + channelsAtATime);
      await Promise.all(some.map((channel) => redis.ssubscribe(channel)));
    }
  },
});
