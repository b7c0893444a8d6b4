import type { Conversation, ReadMessage } from "@jetwire/protocol";

/** A part of a message of several blocks. */
export interface WholePart {
  /** Counted from 1. */
  readonly number: number;
  /** The id of a message that carries it; null if no station received it. */
  readonly id: string | null;
  readonly text: string | null;
}

const partsMax = 64;

/**
 * Returns the parts of the whole that a message belongs to, in order, with those that are known to be
 * missing. Parts are known from the whole, else from the messages that continue each other.
 */
export function partsOf(message: ReadMessage, conversation: Conversation | undefined): WholePart[] {
  const related = [message, ...(conversation?.messages.map((entry) => entry.message) ?? [])];
  const { assembled, assembly } = message;
  if (assembled) {
    return assembled.partIds.map((id, index) => ({
      number: index + 1,
      id,
      text: related.find(({ groupId }) => groupId === id)?.text ?? null,
    }));
  }
  const byNumber = new Map<number, ReadMessage>();
  for (const one of related.toReversed()) {
    const number = one.assembly?.part;
    const isOfTheSame = one === message || one.label === message.label;
    if (typeof number === "number" && isOfTheSame) byNumber.set(number, one);
  }
  const last = Math.min(partsMax, Math.max(assembly?.parts ?? 0, ...byNumber.keys()));
  return Array.from({ length: last }, (_, index) => {
    const part = byNumber.get(index + 1);
    return { number: index + 1, id: part?.id ?? null, text: part?.text ?? null };
  });
}
