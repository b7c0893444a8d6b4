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

/** Returns the value and the text of an answer that is no list. */
export function answerOf(
  { spec }: RemoteCommand,
  answer: unknown,
  given: Given,
): { readonly value: unknown; readonly text: string } {
  const rowsOf = spec.rows as ((answer: unknown) => readonly unknown[]) | undefined;
  if (rowsOf !== undefined) {
    const rows = rowsOf(answer);
    return { value: rows, text: listText(spec, rows) };
  }
  const say = spec.done as ((answer: unknown, given: Given) => string) | undefined;
  return { value: answer, text: say?.(answer, given) ?? "done" };
}
