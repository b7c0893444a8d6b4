import { z } from "zod";
import { endpoint } from "../../endpoint.ts";

const perSecond = z.number().nonnegative();

/** The response of `GET /v1/streams`. */
export const Streams = z.strictObject({
  firehose: z.strictObject({
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "Share of transmissions in the firehose, 0 to 1; `null` while no sampler is running.",
      ),
    eventsPerSecondMax: perSecond
      .nullable()
      .describe(
        "Highest number of messages per second in the firehose; `null` while no sampler is running.",
      ),
    eventsPerSecond: perSecond.describe("Messages per second in the firehose."),
    transmissionsPerSecond: perSecond.describe(
      "Transmissions per second, received by all stations together.",
    ),
    viewers: z.int().nonnegative().describe("Connections that are subscribed to the firehose."),
  }),
});
export type Streams = z.infer<typeof Streams>;

export const streamEndpoints = {
  readStreams: endpoint({
    method: "GET",
    path: "/v1/streams",
    summary: "Get firehose statistics",
    description: "Returns the sampling fraction of the firehose, its budget and its current rates.",
    tag: "service",
    access: "reader",
    answer: Streams,
    refusals: ["unavailable"],
  }),
};
