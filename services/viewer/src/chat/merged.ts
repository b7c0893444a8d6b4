import type { ChatMessage } from "@jetwire/protocol";

/** Joins stored and live messages; each once, oldest first. */
export function merged(
  stored: readonly ChatMessage[],
  live: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byId = new Map([...stored, ...live].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
