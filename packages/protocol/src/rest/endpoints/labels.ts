import { z } from "zod";
import { LinkDirection } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";

/** The meaning of an ACARS label. */
const LabelMeaning = z.strictObject({
  label: z.string().describe("The label, as messages contain it."),
  meaning: z.string().describe("What messages with the label are about."),
  linkDirection: LinkDirection.nullable().describe("`null` if it is used in both directions."),
  definedBy: z
    .enum(["standard", "provider", "airline"])
    .describe(
      "Who defines the content: the ARINC standards, the service provider, or each airline. What airlines define differs between them.",
    ),
});

export const labelEndpoints = {
  listLabels: endpoint({
    method: "GET",
    path: "/v1/labels",
    summary: "List labels",
    description: "Returns the labels whose meaning is known, by label.",
    tag: "reference",
    access: "reader",
    answer: z.array(LabelMeaning),
    tagged: true,
  }),
};
