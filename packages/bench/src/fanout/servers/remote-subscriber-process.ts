/**
 * Process that represents the other gateways, whose clients watch. It subscribes to the channels
 * that they would have, and only counts messages.
 */
import { stationRoom } from "@jetwire/protocol";
import { adapterRoomChannel, createKeys } from "@jetwire/redis";
import { answerParent } from "../process-commands.ts";
import { processSettings } from "../bench-process.ts";
import { openScopedRedis, type RedisScope } from "../redis-scope.ts";
import { firstRoom, unwatchedAccounts } from "./unwatched.ts";

export interface RemoteSubscriberCommands {
  /** Resolves when it has subscribed to that many rooms, the firehose and some accounts' feeds. */
  watch(rooms: number): Promise<void>;
  received(argument: null): number;
}

const channelsAtATime = 1_000;

const scope = processSettings() as RedisScope;
const keys = createKeys(scope.namespace);
const redis = await openScopedRedis(scope, "subscriber");
let received = 0;
redis.on("smessageBuffer", () => received++);

answerParent<RemoteSubscriberCommands>({
  received: () => received,
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
