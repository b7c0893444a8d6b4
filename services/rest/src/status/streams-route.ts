import { AppError, endpoints } from "@jetwire/protocol";
import { sniffingQuota, type Stores } from "@jetwire/redis";
import { type Route, route } from "../route.ts";

/** `GET /v1/streams`: the current sampling of the realtime firehose. */
export function streamsRoute({ firehose, quotas }: Pick<Stores, "firehose" | "quotas">): Route {
  return route(endpoints.readStreams, async () => {
    const [state, viewers] = await Promise.all([
      firehose.state(),
      quotas.total(sniffingQuota),
    ]).catch(toUnavailable);
    return {
      body: {
        firehose: {
          fraction: state?.fraction ?? null,
          eventsPerSecondMax: state?.eventsPerSecondMax ?? null,
          eventsPerSecond: state?.eventsPerSecond ?? 0,
          transmissionsPerSecond: state?.transmissionsPerSecond ?? 0,
          viewers,
        },
      },
    };
  });
}

function toUnavailable(cause: unknown): never {
  throw new AppError("unavailable", "Stream statistics are not available, try again shortly", {
    cause,
  });
}
