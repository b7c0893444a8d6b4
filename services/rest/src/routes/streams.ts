import { AppError, endpoints } from "@jetwire/protocol";
import type { FirehoseState } from "@jetwire/redis";
import { type Route, route } from "../route.ts";

/** `GET /v1/streams`: what the realtime streams show of the traffic now. */
export function streamsRoute(
  firehoseState: () => Promise<FirehoseState | null>,
  viewers: () => Promise<number>,
): Route {
  return route(endpoints.readStreams, async () => {
    const [state, viewing] = await Promise.all([firehoseState(), viewers()]).catch(unavailable);
    return {
      body: {
        firehose: {
          fraction: state?.fraction ?? null,
          eventsPerSecondMax: state?.eventsPerSecondMax ?? null,
          eventsPerSecond: state?.eventsPerSecond ?? 0,
          transmissionsPerSecond: state?.transmissionsPerSecond ?? 0,
          viewers: viewing,
        },
      },
    };
  });
}

function unavailable(cause: unknown): never {
  throw new AppError("unavailable", "The streams can't be asked now, try again shortly", { cause });
}
