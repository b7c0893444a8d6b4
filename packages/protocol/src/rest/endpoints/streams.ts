import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const perSecond = z.number().nonnegative();

/** The answer to `GET /v1/streams`: what the realtime streams show of the traffic now. */
export const Streams = z.strictObject({
  firehose: z.strictObject({
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("The share of transmissions that is sampled, 0 to 1; null while no sampler runs"),
    eventsPerSecondMax: perSecond
      .nullable()
      .describe("The budget, over all clients' view of the firehose; null while no sampler runs"),
    eventsPerSecond: perSecond.describe("Messages that the sample takes a second"),
    transmissionsPerSecond: perSecond.describe(
      "Transmissions that all stations together hear a second",
    ),
    viewers: z.int().nonnegative().describe("Connections that sniff"),
  }),
});
export type Streams = z.infer<typeof Streams>;

export const streamEndpoints = {
  readStreams: endpoint({
    method: "GET",
    path: "/v1/streams",
    summary: "What the realtime streams show of the traffic",
    tag: "service",
    access: "reader",
    answer: Streams,
    refusals: ["unavailable"],
  }),
};
