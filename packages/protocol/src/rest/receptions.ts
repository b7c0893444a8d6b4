import { z } from "zod";
import { Message } from "../message/message.ts";
import { signalMembers } from "../message/signal.ts";

/** The most receptions of a transmission that are returned. */
export const receptionsMax = 50;

/** One station's reception of a transmission. */
const Reception = z.strictObject({
  messageId: Message.shape.id.describe("The id of the message that it became."),
  stationId: Message.shape.stationId,
  ident: z.string().describe("The station's name."),
  level: Message.shape.level,
  frequency: Message.shape.frequency,
  ...signalMembers,
  delayMs: z
    .int()
    .nonnegative()
    .describe(
      "How long after the earliest reception the station received it, by the stations' own clocks, ms.",
    ),
});

/** All receptions of one transmission by visible stations. */
export const Receptions = z.strictObject({
  total: z.int().nonnegative().describe("The number of receptions, up to 1000."),
  items: z
    .array(Reception)
    .max(receptionsMax)
    .describe(`The earliest ${receptionsMax} receptions, in the order of their times.`),
});
export type Receptions = z.infer<typeof Receptions>;
