import {
  conversationMessagesMax,
  type ConversationRelation,
  type Message,
} from "@jetwire/protocol";
import {
  acknowledges,
  answersLabel,
  answersReference,
  answersText,
  confirmsConnection,
  continues,
  reportsFor,
} from "./message-pairs.ts";

/** A message of a conversation, and the earlier ones that it belongs to. */
interface LinkedMessage {
  readonly message: Message;
  readonly relations: readonly MessageRelation[];
}

interface MessageRelation {
  readonly relation: ConversationRelation;
  /** The id of the earlier message. */
  readonly messageId: string;
}

export interface LinkedConversation {
  /** Ordered by time. */
  readonly messages: readonly LinkedMessage[];
  /** Whether none had to be left out. */
  readonly complete: boolean;
}

/** How one kind of relation is found: the latest earlier message within a time that `fits`. */
interface Rule {
  readonly relation: ConversationRelation;
  readonly msMax: number;
  readonly isSameDirection: boolean;
  fits(message: Message, earlier: Message): boolean;
}

const minuteMs = 60_000;

/** Rules in the order of certainty: of those with one relation, the first that finds a message counts. */
const rules: readonly Rule[] = [
  rule("replies-to", 30 * minuteMs, answersReference),
  rule("replies-to", 10 * minuteMs, confirmsConnection),
  rule("replies-to", 10 * minuteMs, answersLabel),
  rule("replies-to", 10 * minuteMs, answersText),
  rule("reports-for", 30 * minuteMs, reportsFor),
  { ...rule("continues", 2 * minuteMs, continues), isSameDirection: true },
  // Block ids repeat after ten downlinks or 26 uplinks.
  rule("acknowledges", 5 * minuteMs, acknowledges),
];

/** Times are those of stations, some of them in whole seconds. */
const clockMs = 2_000;

function rule(relation: ConversationRelation, msMax: number, fits: Rule["fits"]): Rule {
  return { relation, msMax, isSameDirection: false, fits };
}

/**
 * Finds the messages that belong together with one message: those that reply to it or that it replies
 * to, the reports of a contract, the blocks of a message, and so on from each of them; and the
 * acknowledgements of these. Acknowledgements lead no further, because each uplink acknowledges the
 * downlink before it, whatever that was about.
 *
 * @param messages messages of one airframe, one for each transmission, the asked one among them
 * @param askedId the id of the message that is asked for
 */
export function linkConversation(
  messages: readonly Message[],
  askedId: string,
): LinkedConversation {
  const ordered = messages.toSorted(byTime);
  // Parsed once: each message is compared with each.
  const timed = ordered.map((message) => ({ message, timeMs: timeOf(message) }));
  const relations = new Map(timed.map((one) => [one.message.id, relationsOf(one, timed)]));
  const members = membersOf(relations, askedId);
  const asked = ordered.find(({ id }) => id === askedId);
  const nearest = ordered
    .filter(({ id }) => members.has(id))
    .toSorted((a, b) => distanceMs(a, asked) - distanceMs(b, asked))
    .slice(0, conversationMessagesMax);
  const shown = new Set(nearest.map(({ id }) => id));
  return {
    messages: nearest.toSorted(byTime).map((message) => ({
      message,
      relations: (relations.get(message.id) ?? []).filter(({ messageId }) => shown.has(messageId)),
    })),
    complete: members.size <= conversationMessagesMax,
  };
}

type Relations = ReadonlyMap<string, readonly MessageRelation[]>;

interface TimedMessage {
  readonly message: Message;
  readonly timeMs: number;
}

function relationsOf(
  { message, timeMs }: TimedMessage,
  ordered: readonly TimedMessage[],
): MessageRelation[] {
  const found: MessageRelation[] = [];
  for (const { relation, msMax, isSameDirection, fits } of rules) {
    if (found.some((one) => one.relation === relation)) continue;
    const earlier = ordered.findLast(({ message: other, timeMs: otherMs }) => {
      const ms = timeMs - otherMs;
      return (
        ms >= -clockMs &&
        ms <= msMax &&
        (other.linkDirection === message.linkDirection) === isSameDirection &&
        other !== message &&
        fits(message, other)
      );
    });
    if (earlier) found.push({ relation, messageId: earlier.message.id });
  }
  return found;
}

function membersOf(relations: Relations, askedId: string): Set<string> {
  const [content, acknowledgements] = [neighborsBy(relations, false), neighborsBy(relations, true)];
  const members = new Set<string>();
  // A message that only acknowledges another belongs to the conversation of that one.
  const asked = relations.get(askedId) ?? [];
  const acknowledged = asked.filter(({ relation }) => relation === "acknowledges");
  const hasContent = (content.get(askedId)?.size ?? 0) > 0;
  const waiting = [askedId, ...(hasContent ? [] : acknowledged.map(({ messageId }) => messageId))];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (members.has(id)) continue;
    members.add(id);
    waiting.push(...(content.get(id) ?? []));
  }
  for (const id of members.values().toArray()) {
    for (const other of acknowledgements.get(id) ?? []) members.add(other);
  }
  return members;
}

/** Returns the messages related to each message in either direction, by acknowledgements or by all else. */
function neighborsBy(relations: Relations, byAck: boolean): Map<string, Set<string>> {
  const neighbors = new Map<string, Set<string>>();
  const add = (one: string, other: string) =>
    neighbors.set(one, (neighbors.get(one) ?? new Set()).add(other));
  for (const [id, own] of relations) {
    for (const { relation, messageId } of own) {
      if ((relation === "acknowledges") !== byAck) continue;
      add(id, messageId);
      add(messageId, id);
    }
  }
  return neighbors;
}

function timeOf({ timestamp }: Message): number {
  return Date.parse(timestamp);
}

function distanceMs(message: Message, asked: Message | undefined): number {
  return asked === undefined ? 0 : Math.abs(timeOf(message) - timeOf(asked));
}

function byTime(one: Message, other: Message): number {
  return timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : 1);
}
