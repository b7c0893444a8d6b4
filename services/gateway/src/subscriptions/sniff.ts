import { clientEvent, rateLimitExceeded, serverEvent, sniffRoom } from "@jetwire/protocol";
import { DeadlineError } from "@jetwire/runtime";
import { done, type OnEvent, refused } from "../client-events.ts";
import type { Firehose } from "../firehose.ts";
import type { GatewaySocket } from "../gateway-socket.ts";
import type { SubscribeLimit } from "../limits.ts";
import { wireOf } from "../wire.ts";

/** `messages:sniff` and `messages:sniff:stop`: the sampled global firehose. */
export function offerSniff(
  socket: GatewaySocket,
  on: OnEvent,
  { firehose, limit }: { firehose: Firehose; limit: SubscribeLimit },
): void {
  const wire = wireOf(socket);
  const { browserId } = socket.data;

  on(clientEvent.sniff, async () => {
    if (!limit.take(wire)) return refused(rateLimitExceeded);
    try {
      await firehose.join(wire);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return refused("Service unavailable");
    }
    await socket.join(sniffRoom);
    socket.emit(serverEvent.sniffStarted, { browserId });
    return done;
  });

  on(clientEvent.sniffStop, async () => {
    firehose.leave(wire);
    await socket.leave(sniffRoom);
    socket.emit(serverEvent.sniffStopped, { browserId });
    return done;
  });

  socket.once("disconnect", () => firehose.leave(wire));
}
