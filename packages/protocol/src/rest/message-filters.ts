import { z } from "zod";
import { storedFilters } from "../filters/filter-schemas.ts";
import { messageIdFloor } from "../message/message-id.ts";
import { flagFilter, timeFilter } from "./filters.ts";
import { checkTogether, timeOrderedCursor } from "./parameters.ts";

/** The filters of lists and exports of messages. They are combined with AND. */
export const messageFilters = {
  ...storedFilters,
  group: timeOrderedCursor("must be a message id")
    .optional()
    .describe("The `groupId` of a transmission: all receptions of it."),
  first: flagFilter
    .optional()
    .describe(
      "`true`: each transmission once, by its first reception that matches the other filters, with the content of its best reception (`contentFrom`); `decoded=none` and `has_position=false` then mean that no reception has it. `false`: receptions after the first.",
    ),
  since: timeFilter
    .optional()
    .describe(
      "Only messages that the service received at or after this time. A day stands for its start in UTC.",
    ),
  until: timeFilter
    .optional()
    .describe("Only messages that the service received before this time."),
} as const;

const MessageFilters = z.object(messageFilters);
/** The parsed filters of messages. */
export type MessageFilters = z.infer<typeof MessageFilters>;

interface Asked extends MessageFilters {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Refuses filters that no message can match, and names every contradiction: an empty list would look like silence. */
export const refuseImpossibleFilters = checkTogether<Asked>(({ value, issues }) => {
  const { label, exclude_label: excluded = [], since, until, before, after } = value;
  const [from, to] = [floorOf(since), floorOf(until)];
  const both = label?.filter((one) => excluded.includes(one)) ?? [];
  if (both.length > 0) {
    refuse("label", `must not contain ${both.join(",")}, which exclude_label excludes`);
    refuse("exclude_label", `must not contain ${both.join(",")}, which label selects`);
  }
  if (from !== null && to !== null && from >= to) {
    refuse("since", "must be earlier than until");
    refuse("until", "must be later than since");
  }
  if (from !== null && before !== undefined && before <= from) {
    refuse("since", "must be earlier than before");
    refuse("before", "must be newer than since");
  }
  if (to !== null && after !== undefined && after >= to) {
    refuse("until", "must be later than after");
    refuse("after", "must be older than until");
  }
  if (value.has_position === false && value.bbox !== undefined) {
    refuse("has_position", "must not be false together with bbox");
    refuse("bbox", "must not be combined with has_position=false");
  }

  function refuse(field: keyof Asked, message: string): void {
    issues.push({ code: "custom", path: [field], message, input: value });
  }
});

function floorOf(time: string | undefined): string | null {
  return time === undefined ? null : messageIdFloor(Date.parse(time));
}
