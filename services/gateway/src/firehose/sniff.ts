import {
  clientEvent,
  compileFilter,
  type EnrichedMessage,
  rateLimitExceeded,
  readSniffOptions,
  serverEvent,
  serviceUnavailable,
  type SniffOptions,
  sniffRoom,
} from "@jetwire/protocol";
import { DeadlineError } from "@jetwire/runtime";
import { done, type EventResult, type OnEvent, refused } from "../connection/client-events.ts";
import { connectionOf, frameOptions } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { EventLimit } from "../limits/event-limit.ts";
import type { Stations } from "../rooms/stations.ts";
import { accountIdsOf } from "../handshake/credentials.ts";
import type { FilterRefusal } from "./audiences.ts";
import type { FilterCodes } from "./filter-codes.ts";
import type { FirehoseMessage } from "./firehose-message.ts";
import type { Firehose, SniffView } from "./firehose.ts";
import type { SniffStats } from "./sniff-stats.ts";

export interface SniffEventOptions {
  readonly limit: EventLimit;
  readonly firehose: Firehose;
  readonly stats: SniffStats;
  readonly stations: Stations;
  readonly codes: FilterCodes;
}

const filterRefusals: Record<FilterRefusal, string> = {
  all: "filter: too many different filters are in use",
  own: "filter: too many different filters are in use by this account or address",
};

/** `messages:sniff` and `messages:sniff:stop`: the sampled global firehose. */
export function offerSniff(socket: GatewaySocket, on: OnEvent, options: SniffEventOptions): void {
  const { limit, firehose, stats, stations, codes } = options;
  const connection = connectionOf(socket);
  const { browserId, credentials, network } = socket.data;
  const [accountId] = accountIdsOf(credentials);
  const owner = { id: accountId ?? network, isAnonymous: accountId === undefined };

  on(clientEvent.sniff, async (payload) => {
    if (!limit.take(connection)) return refused(rateLimitExceeded);
    const request = readSniffOptions(payload);
    return request.ok ? await sniff(request.options) : refused(request.refusal, "Wrong options");
  });

  on(clientEvent.sniffStop, async () => {
    leave();
    await socket.leave(sniffRoom);
    socket.emit(serverEvent.sniffStopped, { browserId });
    return done;
  });

  socket.once("disconnect", leave);

  async function sniff({
    filter = {},
    recent = 0,
    everyMs,
    stats: wantsStats,
    receptions,
    decoded,
  }: SniffOptions): Promise<EventResult> {
    const unknown = await findUnknown(filter.stationId ?? []);
    if (unknown !== undefined) {
      return refused(`filter.stationId: ${unknown} is not a known station`, "Wrong options");
    }
    const fits = compileFilter(filter, await codes.of(filter));
    try {
      const views = { filter, fits, owner, everyMs, receptions, decoded };
      const view = { ...views, ...answer(recent, fits, decoded) };
      const refusal = await firehose.join(connection, view);
      if (refusal !== null) return refused(filterRefusals[refusal]);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return refused(serviceUnavailable);
    }
    if (!socket.connected) return done;
    await socket.join(sniffRoom);
    if (wantsStats) startStats(everyMs);
    else stats.stop(connection);
    return { ok: true, details: { filter, ...(everyMs !== undefined && { everyMs }) } };
  }

  /** Returns the first id that no message can have; none while the stations cannot be looked up. */
  async function findUnknown(stationIds: readonly number[]): Promise<number | undefined> {
    const found = await stations.findAll(stationIds);
    return stationIds.find((id) => found.get(id) === null || found.get(id)?.hidden);
  }

  function confirm(): void {
    socket.emit(serverEvent.sniffStarted, { browserId });
  }

  /** Confirms at the moment live messages start, so that they follow the confirmation. */
  function answer(
    recentMax: number,
    fits: SniffView["fits"],
    wantsBetter = false,
  ): Pick<SniffView, "prepare" | "begin"> {
    if (recentMax === 0) return { begin: confirm };
    let hidden = new Set<number>();
    return {
      async prepare(messages) {
        // A station may have been hidden since; one that cannot be looked up counts as hidden.
        const shown = messages.flatMap((entry) => [entry.message(), entry.better]);
        const stationIds = shown.flatMap((message) => message?.stationId ?? []);
        const found = await stations.findAll(stationIds);
        hidden = new Set(stationIds.filter((id) => found.get(id)?.hidden ?? true));
      },
      begin(messages) {
        confirm();
        const shown = messages.filter((entry) => {
          const message = entry.message();
          return message !== null && !hidden.has(message.stationId) && (fits?.(message) ?? true);
        });
        const sent = shown.slice(0, recentMax);
        sendRecent(sent);
        if (wantsBetter) {
          sendBetter(
            sent
              .flatMap(({ better }) => better ?? [])
              .filter((copy) => !hidden.has(copy.stationId)),
          );
        }
      },
    };
  }

  function sendRecent(messages: readonly FirehoseMessage[]): void {
    const texts = messages.map(({ text }) => Buffer.from(text).toString());
    const payload = Buffer.from(`{"newMessages":[${texts.join(",")}]}`);
    connection.write("", frameOptions(eventFrames(serverEvent.sniffRecent, [payload])));
  }

  function sendBetter(copies: readonly EnrichedMessage[]): void {
    if (copies.length === 0) return;
    const payloads = copies.map((copy) => Buffer.from(JSON.stringify(copy)));
    connection.write("", frameOptions(eventFrames(serverEvent.messageDecoded, payloads)));
  }

  function startStats(everyMs = 0): void {
    stats.start(connection, {
      everyMs: () => Math.max(everyMs, firehose.everyMs),
      counts: () => firehose.countsOf(connection),
      emit: (payload) => socket.emit(serverEvent.sniffStats, payload),
    });
  }

  function leave(): void {
    firehose.leave(connection);
    stats.stop(connection);
  }
}
