import type { Message } from "./message.ts";

/*
 * All receptions of a transmission have one content. What one of them lacks, because its decoder does not read it, comes
 * from the reception that has it. Text, raw and radio values stay those of the reception.
 */

/** Members of the content. Those of one part come from the same reception. */
const contentParts = [
  ["decoded"],
  ["latitude", "longitude", "positionSource"],
  ["altitude"],
  ["onGround"],
  ["airframeId"],
  ["flightId"],
  ["departingAirport"],
  ["destinationAirport"],
  ["times"],
] as const satisfies readonly (readonly (keyof Message)[])[];

export const contentMembers = contentParts.flat();
type ContentMember = (typeof contentMembers)[number];

/** The content of a reception, and which one it is. */
export type ContentCopy = Pick<Message, ContentMember | "id" | "stationId">;

/** Another reception from which members of a message come. */
interface ContentSource {
  readonly messageId: string;
  readonly stationId: number;
  readonly members: ContentMember[];
}

/** A message with the content of its transmission. */
export type CompletedMessage<Read extends Message = Message> = Read & {
  readonly contentFrom?: ContentSource[];
};

/** How much a reception says, by part of the content: 0 for nothing. */
export type ContentScore = readonly number[];

export const emptyScore: ContentScore = contentParts.map(() => 0);

/** Decoded content is better when it is complete, and then when the decoder program itself read it. */
export function contentScore(copy: Pick<Message, ContentMember>): ContentScore {
  return contentParts.map(([first]) => {
    if (first === "decoded") return copy.decoded ? decodedRank(copy.decoded) : 0;
    return (copy[first] ?? null) === null ? 0 : 1;
  });
}

function decodedRank({ level, by }: NonNullable<Message["decoded"]>): number {
  return 1 + (level === "full" ? 2 : 0) + (by === "decoder" ? 1 : 0);
}

/** Whether a score is higher than another in any part. */
export function saysMore(score: ContentScore, than: ContentScore): boolean {
  return score.some((value, part) => value > (than[part] ?? 0));
}

/** Returns the higher values of two scores. */
export function bestScore(one: ContentScore, other: ContentScore): ContentScore {
  return one.map((value, part) => Math.max(value, other[part] ?? 0));
}

/**
 * Returns a message with the content of its transmission: each part comes from the message itself unless a copy has more
 * of it, and of equal copies from the earliest. `contentFrom` says which; a message that takes nothing does not have it.
 */
export function withBestContent<Read extends Message>(
  message: Read,
  copies: readonly ContentCopy[],
): CompletedMessage<Read> {
  const scored = copies
    .filter(({ id }) => id !== message.id)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((copy) => ({ copy, score: contentScore(copy) }));
  const own = { copy: message as ContentCopy, score: contentScore(message) };
  const taken = new Map<ContentCopy, ContentMember[]>();
  for (const [part, members] of contentParts.entries()) {
    const best = scored.reduce(
      (a, b) => ((b.score[part] ?? 0) > (a.score[part] ?? 0) ? b : a),
      own,
    );
    if (best !== own) taken.set(best.copy, [...(taken.get(best.copy) ?? []), ...members]);
  }
  if (taken.size === 0) return message;
  const completed = { ...message };
  for (const [copy, members] of taken) {
    Object.assign(completed, Object.fromEntries(members.map((name) => [name, copy[name]])));
  }
  return {
    ...completed,
    contentFrom: [...taken].map(([{ id, stationId }, members]) => ({
      messageId: id,
      stationId,
      members,
    })),
  };
}
