import { z } from "zod";
import { MessageAirframe } from "./airframe.ts";
import { MessageFlight } from "./flight.ts";
import { Message } from "./message.ts";
import { MessageStation } from "./station.ts";

/** What the firehose's `message` carries: a Message and what is known of its links. */
export const EnrichedMessage = z.strictObject({
  ...Message.shape,
  station: MessageStation,
  airframe: MessageAirframe.nullable(),
  flight: MessageFlight.nullable(),
});
export type EnrichedMessage = z.infer<typeof EnrichedMessage>;
