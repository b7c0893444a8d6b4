import type { Database } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { cachedValue, withDeadline } from "@jetwire/runtime";
import { type Route, route } from "../route.ts";
import { version } from "./documents.ts";

/** The stores are asked at most once in this time, because the endpoint is open to everybody. */
const ttlMs = 1_000;
const redisMsMax = 1_000;

/** `GET /v1/status`: whether the service works, and the URL of the realtime interface. */
export function statusRoute(
  realtime: string | null,
  database: Pick<Database, "answers">,
  redis: { ping(): Promise<unknown> },
): Route {
  const stores = cachedValue(
    async () => {
      const [postgres, ping] = await Promise.all([
        database.answers(),
        withDeadline(redis.ping(), redisMsMax, "Redis").catch(() => null),
      ]);
      return { postgres: postgres === true, redis: ping !== null };
    },
    { ttlMs },
  );
  return route(endpoints.readStatus, async () => {
    const answers = await stores.get();
    return { body: { version, time: new Date().toISOString(), realtime, ...answers } };
  });
}
