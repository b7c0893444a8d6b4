import type { Metrics } from "@jetwire/runtime";
import type { RedisConnection } from "./connection.ts";

/**
 * Makes the publishes of a connection count their failures instead of rejecting. The Socket.IO
 * adapter discards the promises of its publishes, so a rejection would end the process.
 */
export function neverRejectingPublisher(redis: RedisConnection, metrics: Metrics): RedisConnection {
  const dropped = metrics.counter({
    name: "jetwire_redis_publishes_dropped_total",
    help: "Publishes to other replicas that Redis did not accept",
  });
  const publish = redis.publish.bind(redis);
  const spublish = redis.spublish.bind(redis);
  const drop = () => {
    dropped.inc();
    return 0;
  };
  redis.publish = async (channel: string | Buffer, message: string | Buffer) =>
    publish(channel, message).catch(drop);
  redis.spublish = async (channel: string | Buffer, message: string | Buffer) =>
    spublish(channel, message).catch(drop);
  return redis;
}
