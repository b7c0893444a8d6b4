import { endpoints } from "@jetwire/protocol";
import { type Route, route } from "../route.ts";

/** Asked at most once a second, however many ask: anybody may. */
const keptMs = 1_000;

/** `GET /v1/status`: whether the service works, and where the realtime interface is. */
export function statusRoute(options: {
  version: string;
  realtime: string | null;
  postgresAnswers: () => Promise<boolean>;
  redisAnswers: () => Promise<boolean>;
  now: () => number;
}): Route {
  let known: { atMs: number; answers: Promise<[boolean, boolean]> } | undefined;

  function answers(): Promise<[boolean, boolean]> {
    const atMs = options.now();
    if (known && atMs - known.atMs < keptMs) return known.answers;
    known = { atMs, answers: Promise.all([options.postgresAnswers(), options.redisAnswers()]) };
    return known.answers;
  }

  return route(endpoints.readStatus, async () => {
    const [postgres, redis] = await answers();
    return {
      body: {
        version: options.version,
        time: new Date(options.now()).toISOString(),
        realtime: options.realtime,
        postgres,
        redis,
      },
    };
  });
}
