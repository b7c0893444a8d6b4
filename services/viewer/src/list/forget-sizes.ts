import type { MessageRow } from "./message-row.ts";

const spareSizes = 500;

/**
 * Forgets the heights of rows that a list has no more, as soon as there are 500 of them: the library keeps a height for
 * each row that it has ever measured.
 *
 * @param sizes heights by the ids of messages
 */
export function forgetSizes(
  sizes: Map<string | number | bigint, number>,
  rows: readonly Pick<MessageRow, "message">[],
): void {
  if (sizes.size < rows.length + spareSizes) return;
  const ids = new Set<unknown>(rows.map(({ message }) => message.id));
  for (const id of sizes.keys()) if (!ids.has(id)) sizes.delete(id);
}
