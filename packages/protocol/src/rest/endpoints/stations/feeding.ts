import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { identParameter, networkStationsMax } from "./own-network.ts";

/** How long an answer may be kept, seconds. */
export const feedingSeconds = 5;
/** Requests of one address (IPv6: the /64) in a minute. */
export const feedingPerMinute = 60;

/** Members that tell whether a station feeds. It is the same for everybody. */
const received = {
  feeding: z
    .boolean()
    .describe("Whether the station is online, or a message came in the last 15 minutes."),
  lastMessageAt: Instant.nullable().describe("When the last message came; `null` for none."),
  messagesLastHour: z
    .int()
    .nonnegative()
    .describe("Messages of the last 60 minutes; an estimate for a station that sends thousands."),
};

/** The response of `GET /v1/feeding`. Members are added, and never taken away. */
export const Feeding = z.strictObject({
  feeding: z
    .boolean()
    .describe(
      "Whether the station that was asked for feeds; without `ident` whether any station feeds from your network.",
    ),
  ident: z.string().nullable().describe("The ident that was asked for; `null` without one."),
  lastMessageAt: received.lastMessageAt,
  messagesLastHour: received.messagesLastHour,
  status: z.string().describe("The page that shows more to the people of the feeder."),
  comparesNetworks: z
    .boolean()
    .describe("Whether this service can tell without `ident` what comes from your network."),
  stations: z
    .array(z.strictObject({ ident: z.string(), ...received }))
    .max(networkStationsMax)
    .describe("The stations that these members sum up, the latest received first."),
});
export type Feeding = z.infer<typeof Feeding>;

export const feedingEndpoints = {
  readFeeding: endpoint({
    method: "GET",
    path: "/v1/feeding",
    summary: "Am I feeding?",
    description: `Tells programs beside a decoder whether its messages arrive: with \`ident\` (also a UUID) for this station, without it for the stations whose messages came from the network of your address (IPv6: the /64) in the last 7 days. It needs no credential.

An ident that is unknown, or whose station is hidden, is answered like one that has never sent anything. With \`ident\`, pages of other origins may ask too; without it they are refused. A response is ${feedingSeconds} seconds old at most; an address may send ${feedingPerMinute} requests a minute.`,
    tag: "stations",
    access: "open",
    byAddress: true,
    sharedBy: "ident",
    query: z.strictObject({ ident: identParameter }),
    answer: Feeding,
    refusals: ["forbidden", "rate_limited", "unavailable"],
  }),
};
