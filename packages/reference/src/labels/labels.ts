import { readDataRows } from "../data-rows.ts";

/** Describes what an ACARS label means. */
export interface LabelMeaning {
  readonly label: string;
  readonly meaning: string;
  /** The direction in which the label is used; null for both. */
  readonly linkDirection: "uplink" | "downlink" | null;
  /** The one who defines the content: the standards, the provider of the network, or each airline. */
  readonly definedBy: "standard" | "provider" | "airline";
}

const directions: Readonly<Record<string, LabelMeaning["linkDirection"]>> = {
  up: "uplink",
  down: "downlink",
};
const definers: Readonly<Record<string, LabelMeaning["definedBy"]>> = {
  provider: "provider",
  airline: "airline",
};

/** Reads the meanings of labels, ordered by label. */
export function readLabels(): LabelMeaning[] {
  return readDataRows("labels.tsv").map(([label = "", direction = "", by = "", meaning = ""]) => ({
    label,
    meaning,
    linkDirection: directions[direction] ?? null,
    definedBy: definers[by] ?? "standard",
  }));
}
