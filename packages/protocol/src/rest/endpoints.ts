import { messageEndpoints } from "./messages.ts";
import { stationEndpoints } from "./stations.ts";
import { accountEndpoints, serviceEndpoints } from "./status.ts";
import { streamEndpoints } from "./streams.ts";

/** The whole REST interface by operation name: each has one route, one entry in the documents. */
export const endpoints = {
  ...messageEndpoints,
  ...stationEndpoints,
  ...accountEndpoints,
  ...streamEndpoints,
  ...serviceEndpoints,
} as const;
