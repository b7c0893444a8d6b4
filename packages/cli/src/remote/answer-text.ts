import { type Cell, tableOf } from "../table.ts";
import type { CommandSpec, EndpointName, Given, RemoteCommand } from "./command-spec.ts";

type Columns = Readonly<Record<string, (row: unknown) => Cell>>;

/** Formats a list as a table. */
export function listText(
  { columns = {}, none = "none" }: Pick<CommandSpec<EndpointName>, "columns" | "none">,
  items: readonly unknown[],
): string {
  // The columns read what this endpoint answers.
  return tableOf(items, columns as Columns, none);
}

/** Formats an answer that is no list: what the command says, else one line for each column. */
export function answerText({ spec }: RemoteCommand, answer: unknown, given: Given): string {
  const say = spec.done as ((answer: unknown, given: Given) => string) | undefined;
  return say === undefined ? listText(spec, [answer]) : say(answer, given);
}
