// The old functions over the stores, until every service uses `openStores`.
import type {
  AirlineCodes,
  FirehoseText,
  Message,
  Notice,
  StationOwner,
  StreamGroup,
} from "@jetwire/protocol";
import { onReconnect, type RedisClient } from "./connection/redis-client.ts";
import type { Channels } from "./channels/channels.ts";
import type { FeedCursor, FeedPosition } from "./feed/feed-position.ts";
import type { FeedAppend, FeedLogCaps, FeedLogState } from "./feed/feed-logs.ts";
import type { FirehoseRule } from "./firehose/firehose.ts";
import type { Keys } from "./keys.ts";
import type { KnownAirframe } from "./linking/airframes.ts";
import type { Linkable } from "./linking/links.ts";
import type { PresencePosition, PresentConnection } from "./presence/presence.ts";
import { openStores, type Stores } from "./stores.ts";
import type { OutgoingEntry, StreamPositions } from "./streams/streams.ts";
import type { UserPush } from "./notify/user-channel.ts";
import type { FixedWindowLimiter, LimitResult } from "./limits/fixed-window.ts";
import { sniffingQuota } from "./limits/quota.ts";
import type { Attempt } from "./limits/sliding-limiter.ts";
import type { Window } from "./limits/sliding-window.ts";

const of = (redis: RedisClient, keys: Keys): Stores => openStores(redis, keys.namespace);
type R = RedisClient;
type K = Keys;

export type AppendOutcome =
  | { readonly outcome: "appended"; readonly count: number; readonly last: number }
  | { readonly outcome: "lost"; readonly last: number };
export const appendEntries = async (
  r: R,
  k: K,
  p: number,
  producer: string,
  known: number,
  entries: readonly OutgoingEntry[],
): Promise<AppendOutcome> => {
  // prettier-ignore
  const { status, ...result } = await of(r, k).streams.append(p, producer, known, entries);
  return { outcome: status, ...result } as AppendOutcome;
};
export const lastAppended = (r: R, k: K, p: number, producer: string) => of(r, k).streams.lastAppended(p, producer); // prettier-ignore
export const beginEpoch = (r: R, k: K, p: number, producer: string, seq: number) => of(r, k).streams.beginEpoch(p, producer, seq); // prettier-ignore
export const notePartitions = (r: R, k: K, n: number) => of(r, k).streams.notePartitions(n);
export const partitionsInUse = (r: R, k: K, n: number) => of(r, k).streams.partitionsInUse(n);
export const groupProgress = (r: R, k: K, p: number) => of(r, k).streams.progress(p);
export const trimPartition = (r: R, k: K, p: number) => of(r, k).streams.trim(p);
export const streamEnds = (r: R, k: K, n: number) => of(r, k).streams.ends(n);
export type FanoutMark = StreamPositions;
export const fanoutMark = (r: R, k: K, n: number) => of(r, k).streams.lastDelivered("fanout", n);
export const isStoredUpTo = (r: R, k: K, mark: StreamPositions) => of(r, k).streams.isAcknowledged("persister", mark); // prettier-ignore
export const isDoneUpTo = (r: R, k: K, group: StreamGroup, mark: StreamPositions) => of(r, k).streams.isAcknowledged(group, mark); // prettier-ignore
export const oldestUnstoredMs = (r: R, k: K, n: number) => of(r, k).streams.oldestUnstoredMs(n);
export const findInStream = (r: R, k: K, id: string): Promise<Message | null> => of(r, k).streams.find(id); // prettier-ignore
export const appendToFeedLog = (r: R, k: K, account: string, p: number, messages: readonly FeedAppend[], caps: FeedLogCaps, told: FeedPosition | null = null) => of(r, k).feedLogs.of(account).append(p, messages, caps, told); // prettier-ignore
export const checkFeedLog = (r: R, k: K, account: string, caps: FeedLogCaps, told: FeedPosition) => of(r, k).feedLogs.of(account).check(caps, told); // prettier-ignore
export const readFeedLog = (r: R, k: K, account: string, from: FeedPosition, max: number) => of(r, k).feedLogs.of(account).read(from, max); // prettier-ignore
export const findInFeedLog = (r: R, k: K, account: string, id: string | null) => of(r, k).feedLogs.of(account).find(id); // prettier-ignore
export const removeFromFeedLog = (r: R, k: K, account: string, id: string) => of(r, k).feedLogs.of(account).remove(id); // prettier-ignore
export const noteRecordRead = (r: R, k: K, account: string, untilMs: number) => of(r, k).feedLogs.of(account).noteDatabaseRead(untilMs); // prettier-ignore
export const feedsBeganMs = (r: R, k: K, nowMs: number) => of(r, k).feedLogs.startedMs(nowMs);
export const publishFirehoseTick = (r: R, k: K, head: { fraction: number }, texts: readonly FirehoseText[]) => of(r, k).firehose.publish(head, texts); // prettier-ignore
export const readFirehoseRecent = (r: R, k: K) => of(r, k).firehose.recent();
export const firehoseListeners = (r: R, k: K) => of(r, k).firehose.subscribers();
export const countHeard = (r: R, k: K, received: number, sampled: number) => of(r, k).firehose.countTraffic(received, sampled); // prettier-ignore
export const writeFirehoseRule = (r: R, k: K, rule: FirehoseRule) => of(r, k).firehose.setRule(rule); // prettier-ignore
export const readFirehoseState = (r: R, k: K) => of(r, k).firehose.state();
export const renewPresence = (r: R, k: K, ms: number, list: readonly PresentConnection[], told: PresencePosition | null = null) => of(r, k).presence.renew(ms, list, told); // prettier-ignore
export const leavePresence = (r: R, k: K, ms: number, list: readonly PresentConnection[]) => of(r, k).presence.leave(ms, list); // prettier-ignore
export const sweepPresence = (r: R, k: K, ms: number) => of(r, k).presence.sweep(ms);
export const readOnline = (r: R, k: K) => of(r, k).presence.online();
export const presencePosition = (r: R, k: K) => of(r, k).presence.position();
export const publishNotice = (r: R, k: K, notice: Notice) => of(r, k).notices.publish(notice);
export const hearNotices = (channels: Channels, k: K, hear: (notice: Notice) => void) => of(undefined as never, k).notices.subscribe(channels, hear); // prettier-ignore
export const pushToUser = (r: R, k: K, userId: string, push: UserPush) => of(r, k).userChannel.push(userId, push); // prettier-ignore
export const wakeUser = (r: R, k: K, userId: string) => of(r, k).userChannel.wake(userId);
export const saveStationOwners = (r: R, k: K, owners: readonly StationOwner[]) => of(r, k).stationOwners.save(owners); // prettier-ignore
export const loadStationOwners = (r: R, k: K) => of(r, k).stationOwners.all();
export const findStationOwners = (r: R, k: K, ids: readonly number[]) => of(r, k).stationOwners.find(ids); // prettier-ignore
export const readStationIds = (r: R, k: K, idents: readonly string[]) => of(r, k).stationIds.find(idents); // prettier-ignore
export const writeStationIds = (r: R, k: K, ids: ReadonlyMap<string, number>) => of(r, k).stationIds.save(ids); // prettier-ignore
export const readAirlineCodes = (r: R, k: K) => of(r, k).airlineCodes.read();
export const writeAirlineCodes = (r: R, k: K, codes: AirlineCodes) => of(r, k).airlineCodes.replace(codes); // prettier-ignore
export const linkMessages = (r: R, k: K, messages: readonly Linkable[], limits?: { airframesMax: number }) => of(r, k).links.link(messages, limits); // prettier-ignore
export const airframeDirectoryIsEmpty = (r: R, k: K) => of(r, k).airframes.isEmpty();
export const rememberAirframes = (r: R, k: K, list: readonly KnownAirframe[]) => of(r, k).airframes.fill(list); // prettier-ignore
export const learnAirframes = (r: R, k: K, list: readonly { id: string; icao: string; tail: string }[], limits?: { airframesMax: number }) => of(r, k).airframes.learn(list, limits); // prettier-ignore
export const createWatchedStations = (r: R, k: K) => of(r, k).watchedStations;
export interface HeldCounts {
  take(name: string, max: number): Promise<boolean>;
  giveBack(name: string): void;
  run(signal: AbortSignal): Promise<void>;
  renew(): Promise<void>;
}
export const createHeldCounts = (r: R, k: K): HeldCounts => {
  const { reserve, release, run, renew } = of(r, k).quotas.join();
  return { take: reserve, giveBack: release, run, renew };
};
export const heldViewers = sniffingQuota;
export const sumHeld = (r: R, k: K, name: string) => of(r, k).quotas.total(name);
export const createLimiter = (o: { redis: R; keys: K; name: string; windowSeconds: number; replicas?: number }) => of(o.redis, o.keys).limiters.fixedWindow(o); // prettier-ignore
export const createSlidingLimiter = (o: { redis: R; keys: K; name: string; windows: readonly Window[] }) => of(o.redis, o.keys).limiters.sliding(o.name, o.windows); // prettier-ignore
export interface FailureLimiter {
  refusedMs(key: string): Promise<number>;
  begin(key: string): Promise<Attempt | null>;
}
export const createFailureLimiter = (o: {
  redis: R;
  keys: K;
  name: string;
  window: Window;
}): FailureLimiter => {
  // prettier-ignore
  const { blockedMs, begin } = of(o.redis, o.keys).limiters.sliding(o.name, [o.window]);
  return { refusedMs: blockedMs, begin };
};
export type Try = Attempt;
export type LimitOutcome = LimitResult;
export type Limiter = FixedWindowLimiter;
export type FeedPlace = FeedCursor;
export type FoundInFeedLog = FeedLogState;
export const hearReturns = onReconnect;
