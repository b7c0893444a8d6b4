import {
  contentScore,
  emptyScore,
  type EnrichedMessage,
  type FitsFilter,
  saysMore,
  type SniffFilter,
} from "@jetwire/protocol";
import {
  type EngineConnection,
  type FrameTarget,
  frameTarget,
} from "../connection/engine-connection.ts";
import type { StreamForm } from "../streams/stream-form.ts";
import { CompressedTicks, type WindowMember } from "./compressed-ticks.ts";
import type { FirehoseMessage } from "./firehose-message.ts";
import { createShownGroups } from "./shown-groups.ts";

export interface FilterView {
  readonly filter: SniffFilter;
  /** Null when every message fits. */
  readonly fits: FitsFilter | null;
  readonly owner: FilterOwner;
  /** The least time between two writes of messages; each tick is written at once without it. */
  readonly everyMs?: number | undefined;
  /** How messages are encoded for it: as frames of `message` without it. */
  readonly form?: TickForm | undefined;
  /** Whether the connection also wants to know how many stations received a message. */
  readonly receptions?: boolean | undefined;
  /** Whether it also wants later receptions that say more. */
  readonly decoded?: boolean | undefined;
}

/** Encodes messages for connections that are no sockets. */
export type TickForm = Pick<StreamForm, "contentType" | "tick">;

/** The client that a filter is counted for. */
export interface FilterOwner {
  /** The id of its account; for a client without one, the network of its address (IPv6: /64). */
  readonly id: string;
  readonly isAnonymous: boolean;
}

export interface AudienceMember extends FrameTarget, WindowMember {
  sent: number;
  dropped: number;
}

export function createMember(connection: EngineConnection): AudienceMember {
  return { ...frameTarget(connection), sent: 0, dropped: 0, window: null };
}

/** Messages that wait for the next write; more are written at once. */
const pendingMax = 500;
/** Timers and ticks are not exact. */
const earlyMs = 5;

/** The connections with one filter and pace: they share one selection and one encoding of each tick. */
export class Audience {
  readonly key: string;
  /** The first who used the filter; it counts for them until nobody uses it. */
  readonly owner: FilterOwner;
  readonly members = new Map<EngineConnection, AudienceMember>();
  /** Connections that joined while the process was short of CPU, with the same filter. */
  newcomers: Audience | null = null;
  /** Members who asked for numbers of receptions. */
  readonly counting = new Set<AudienceMember>();
  /** Those of them who asked for later receptions that say more. */
  readonly decoding = new Set<AudienceMember>();
  /** The transmissions that were written to them; nothing while nobody asked. */
  readonly shown;
  readonly compressed = new CompressedTicks();
  /** Members that read compressed messages. */
  compressing = 0;
  /** How long the last write to all members took, ms. */
  writingMs = 0;
  /** Null if messages are encoded as frames of `message`. */
  readonly form: TickForm | null;
  readonly #fits;
  readonly #everyMs;
  readonly #now;
  #pending: FirehoseMessage[] = [];
  #writtenMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(key: string, { fits, owner, form, everyMs = 0 }: FilterView, now: () => number) {
    this.key = key;
    this.form = form ?? null;
    this.owner = owner;
    this.shown = createShownGroups(now);
    this.#fits = fits;
    this.#everyMs = everyMs;
    this.#now = now;
  }

  put(connection: EngineConnection, member: AudienceMember, view: FilterView): void {
    this.members.set(connection, member);
    if (member.isCompressed) this.compressing++;
    if (view.receptions) this.counting.add(member);
    if (view.decoded) this.decoding.add(member);
  }

  remove(connection: EngineConnection): void {
    const member = this.members.get(connection);
    if (member === undefined) return;
    this.members.delete(connection);
    if (member.isCompressed) this.compressing--;
    this.counting.delete(member);
    this.decoding.delete(member);
    if (this.members.size === 0) this.#clear();
  }

  /** Makes newcomers members; call it when nothing waits for either. */
  mergeNewcomers(): void {
    const { newcomers } = this;
    if (newcomers === null) return;
    for (const [connection, member] of newcomers.members) this.members.set(connection, member);
    for (const member of newcomers.counting) this.counting.add(member);
    for (const member of newcomers.decoding) this.decoding.add(member);
    this.compressing += newcomers.compressing;
    this.newcomers = null;
  }

  /**
   * Takes the messages of a tick that fit.
   *
   * @param everyMs the least time between two writes for all audiences
   * @param onDue called later with messages that are not written at once
   * @returns those to write now; the same array if they are all of the tick
   */
  push(
    messages: FirehoseMessage[],
    everyMs: number,
    onDue: (messages: FirehoseMessage[]) => void,
  ): FirehoseMessage[] {
    const selected = this.#select(messages);
    const leftMs = this.#writtenMs + Math.max(everyMs, this.#everyMs) - this.#now();
    const isDue = leftMs <= earlyMs || this.#pending.length + selected.length > pendingMax;
    if (!isDue) {
      this.#pending.push(...selected);
      if (selected.length > 0) {
        this.#timer ??= setTimeout(() => onDue(this.drainPending()), leftMs).unref();
      }
      return [];
    }
    const pending = this.drainPending();
    return pending.length === 0 ? selected : [...pending, ...selected];
  }

  /** Returns what waits for the next write, which is not called back then. */
  drainPending(): FirehoseMessage[] {
    const pending = this.#pending;
    this.#clear();
    return pending;
  }

  /** Returns the ids of what waits for the next write. */
  pendingIds(): ReadonlySet<string> {
    return new Set(this.#pending.map(({ id }) => id));
  }

  /** Returns whether the first reception of one of these transmissions waits for the next write. */
  isWaiting(copies: readonly EnrichedMessage[]): boolean {
    return this.#pending.some(({ id }) => copies.some(({ groupId }) => groupId === id));
  }

  /** Remembers what is written; the ids of first receptions are those of their transmissions. */
  remember(messages: readonly FirehoseMessage[]): void {
    this.#writtenMs = this.#now();
    if (this.counting.size === 0 && this.decoding.size === 0) return;
    for (const entry of messages) {
      const message = this.decoding.size > 0 ? entry.message() : null;
      this.shown.add(entry.id, message ? contentScore(message) : emptyScore);
    }
  }

  /** Returns whether a later reception says more than was sent, or is the first that matches the filter. */
  isNews(copy: EnrichedMessage): boolean {
    const score = this.shown.scoreOf(copy.groupId);
    if (score === null) return this.#fits !== null && this.#fits(copy);
    return saysMore(contentScore(copy), score);
  }

  #select(messages: FirehoseMessage[]): FirehoseMessage[] {
    const fits = this.#fits;
    if (fits === null) return messages;
    const selected = messages.filter((entry) => {
      const message = entry.message();
      return message !== null && fits(message);
    });
    return selected.length === messages.length ? messages : selected;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = [];
  }
}

/** Returns the same text for equal filters with equal pace and form. */
export function audienceKey({ filter, fits, form, everyMs = 0 }: FilterView): string {
  if (fits === null && everyMs === 0) return form?.contentType ?? "";
  const members = Object.entries(fits === null ? {} : filter);
  return `${form?.contentType ?? ""}${everyMs} ${JSON.stringify(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}
