import type { RestClient } from "@jetwire/client";
import type { AirframePosition, EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { watchBackground } from "../../data/background.ts";
import { sniff } from "../../data/live/sniff.ts";
import { createStore } from "../../data/store.ts";
import { matches } from "../../live/matches.ts";
import { newestWords, type SaidWords, withWords, newestWordsOf } from "./newest-words.ts";
import {
  type Aircraft,
  aircraftMax,
  createPositions,
  positionOf,
  positionOfMessage,
} from "./positions.ts";

const publishMs = 1_000;
/** Words stay long enough to be read. */
const wordsMs = 4_000;
const latestMax = 20;
const overlapMs = 120_000;

/** The aircraft of the map, the newest position first. */
export const aircraftView = createStore<readonly Aircraft[]>([]);

/** The latest live messages of the selected aircraft, the newest first. */
export const latestOfSelected = createStore<readonly EnrichedMessage[]>([]);

const positions = createPositions();
let selectedId: string | null = null;
/** The filter of the positions that are kept, and when REST last answered it. */
let kept = "";
let answeredMs = 0;
let said: SaidWords[] = [];

/** Collects the live messages of an airframe, from now on. */
export function collectMessagesOf(airframeId: string | null): void {
  if (airframeId === selectedId) return;
  selectedId = airframeId;
  latestOfSelected.set([]);
}

/**
 * Reads positions that REST has and this page has not: all of the window at first, then those since the
 * last answer, because the live messages are a sample.
 */
export async function readPositions(
  rest: RestClient,
  query: Readonly<Record<string, string>>,
  { windowMs, signal }: { readonly windowMs: number; readonly signal: AbortSignal },
): Promise<{ readonly isFull: boolean }> {
  const key = JSON.stringify([query, windowMs]);
  const nowMs = Date.now();
  const sinceMs =
    key === kept ? Math.max(nowMs - windowMs, answeredMs - overlapMs) : nowMs - windowMs;
  const input = { ...query, since: new Date(sinceMs).toISOString() };
  const found: AirframePosition[] = [];
  for await (const position of rest.listPositions(input, { itemsMax: aircraftMax, signal })) {
    found.push(position);
  }
  if (key !== kept) {
    positions.clear();
    newestWords.set([]);
  }
  kept = key;
  answeredMs = nowMs;
  // The oldest first: above the limit the first ones are removed.
  for (const position of found.toReversed()) positions.add(positionOf(position));
  aircraftView.set(positions.list(nowMs - windowMs));
  return { isFull: found.length >= aircraftMax };
}

/** The live messages whose positions the map shows. */
export interface FollowedMessages {
  readonly filter: SniffFilter | undefined;
  /** Whether the firehose has all of the map's filters. If not, live positions are not shown. */
  readonly isLive: boolean;
  /** The age up to which positions are shown, in ms. */
  readonly windowMs: number;
}

/**
 * Follows the firehose onto the map while it is shown.
 *
 * @returns changes the filter and the window, and stops
 */
export function followPositions(first: FollowedMessages) {
  let now = first;
  let hasChanged = false;
  const listener = {
    onMessage(message: EnrichedMessage): void {
      // A changed filter reaches the server a moment later.
      if (!now.isLive || (now.filter && !matches(message, now.filter))) return;
      const position = positionOfMessage(message);
      if (position && positions.add(position)) hasChanged = true;
      if (message.airframeId !== null && message.airframeId === selectedId) collect(message);
      const words = newestWordsOf(message);
      if (words && positions.has(words.airframeId)) said = [...said, words].slice(-latestMax);
    },
  };
  let subscription: ReturnType<typeof sniff> | null = sniff(listener, now.filter);
  const timer = setInterval(() => {
    if (hasChanged && !document.hidden) aircraftView.set(positions.list(Date.now() - now.windowMs));
    hasChanged &&= document.hidden;
  }, publishMs);
  const wordsTimer = setInterval(() => {
    if (said.length > 0 && !document.hidden) newestWords.set(withWords(newestWords.get(), said));
    said = [];
  }, wordsMs);
  const stopWatching = watchBackground((isAway) => {
    if (isAway) {
      subscription?.stop();
      subscription = null;
    } else subscription ??= sniff(listener, now.filter);
  });
  return {
    change(next: FollowedMessages): void {
      const isSame = JSON.stringify(now.filter) === JSON.stringify(next.filter);
      now = next;
      if (!isSame) subscription?.change(next.filter);
    },
    stop(): void {
      clearInterval(timer);
      clearInterval(wordsTimer);
      stopWatching();
      subscription?.stop();
    },
  };
}

function collect(message: EnrichedMessage): void {
  const known = latestOfSelected.get();
  if (known.some(({ groupId }) => groupId === message.groupId)) return;
  latestOfSelected.set([message, ...known].slice(0, latestMax));
}
