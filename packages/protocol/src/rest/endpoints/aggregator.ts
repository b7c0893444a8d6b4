import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const address = z.string().nullable();

/** The response of `GET /v1/aggregator`. Members are added, and never taken away. */
export const Aggregator = z.strictObject({
  name: z.string().describe("The host by which people know the service."),
  operator: z.string().nullable().describe("Who runs it; `null` if the operator does not say."),
  contact: address.describe("An e-mail address, or the address of a page; `null` for none."),
  accountNeeded: z
    .literal(false)
    .describe("Messages are taken at once from everybody; a station can be claimed later."),
  ident: z.strictObject({
    charactersMax: z.int().positive().describe("The most characters of an ident."),
    uuid: z.literal(true).describe("Whether a UUID that you make yourself may be the ident."),
  }),
  send: z
    .strictObject({
      host: z.string(),
      udp: z.array(z.int()),
      tcp: z.array(z.int()),
      http: address.describe("The address for `POST`; `null` without one."),
      asf2: z.int().nullable().describe("The port of asf-2.0 over gRPC; `null` without one."),
      formats: z.array(z.string()).describe("Programs whose output each of the ports takes."),
    })
    .describe("Where feeders send; UDP and TCP take JSON, one object in a datagram or line."),
  status: z.strictObject({
    page: z
      .string()
      .describe("The page that shows a feeder whether it is received; add `?ident=`."),
    feeding: z.string().describe("The same for programs (`GET /v1/feeding`); add `?ident=`."),
    service: z.string().describe("The state of the service (`GET /v1/status`)."),
  }),
  privacyPolicy: z.string().describe("The address of the privacy policy."),
  dataLicence: z.strictObject({
    name: address.describe("The SPDX identifier or the name; `null` if the operator states none."),
    url: address.describe("The address of its text; `null` if it is not known."),
    page: z.string().describe("The page of this service about it."),
  }),
});
export type Aggregator = z.infer<typeof Aggregator>;

export const aggregatorEndpoints = {
  readAggregator: endpoint({
    method: "GET",
    path: "/v1/aggregator",
    summary: "Describe the service to feeders",
    description:
      "Returns what lists of aggregators and images of feeders need to offer this service: where to send, that no account is needed, where to see the status, the privacy policy, and the licence of the data. It needs no credential.",
    tag: "service",
    access: "open",
    limitedByAddress: true,
    answer: Aggregator,
    refusals: ["rate_limited"],
  }),
};
