/** Ids kept in each half, and for how long at least: longer than a replay from Postgres goes back as a rule. */
const idsMax = 5_000;
const keptMs = 120_000;

/**
 * Remembers the ids of the messages that were written to a connection. A connection keeps the order of what is written
 * to it, so whatever it still gets comes after them: a replay need not repeat them. What is older than two to four
 * minutes, or more than 10,000 messages back, is forgotten and repeated.
 *
 * @param now monotonic, ms
 */
export function createSentIds(now: () => number) {
  let recent = new Set<string>();
  let older = new Set<string>();
  let beganMs = now();

  return {
    add(id: string): void {
      if (recent.size >= idsMax || now() - beganMs >= keptMs) {
        older = recent;
        recent = new Set();
        beganMs = now();
      }
      recent.add(id);
    },
    has: (id: string): boolean => recent.has(id) || older.has(id),
  };
}
