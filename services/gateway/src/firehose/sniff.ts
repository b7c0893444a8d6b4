import {
  compileFilter,
  type EnrichedMessage,
  rateLimitExceeded,
  readSniffOptions,
  serverEvent,
  type ServerEvents,
  serviceUnavailable,
  type SniffOptions,
} from "@jetwire/protocol";
import { DeadlineError } from "@jetwire/runtime";
import { done, type EventResult, refused } from "../connection/client-events.ts";
import { type EngineConnection, frameOptions } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { EventLimit } from "../limits/event-limit.ts";
import type { StationDirectory } from "../rooms/stations.ts";
import type { FilterOwner, TickForm } from "./audience.ts";
import type { FilterCodes } from "./filter-codes.ts";
import type { FilterRefusal } from "./filter-counts.ts";
import type { FirehoseMessage } from "./firehose-message.ts";
import type { Firehose, SniffView } from "./firehose.ts";
import type { SniffStatsSender } from "./sniff-stats.ts";

export interface SniffServices {
  readonly limit: EventLimit;
  readonly firehose: Firehose;
  readonly stats: SniffStatsSender;
  readonly stations: StationDirectory;
  readonly codes: FilterCodes;
}

/** A client that sends the events of the firehose. */
export interface SniffClient {
  readonly connection: EngineConnection;
  readonly browserId: string;
  readonly owner: FilterOwner;
  /** How messages are encoded for it, if it is no socket. */
  readonly form?: TickForm;
  readonly connected: boolean;
  emit<Event extends SniffEvent>(event: Event, payload: Parameters<ServerEvents[Event]>[0]): void;
}

type SniffEvent =
  | typeof serverEvent.sniffStarted
  | typeof serverEvent.sniffStopped
  | typeof serverEvent.sniffStats;

const filterRefusals: Record<FilterRefusal, string> = {
  all: "filter: too many different filters are in use",
  own: "filter: too many different filters are in use by this account or address",
};

/** `messages:sniff` and `messages:sniff:stop`: the sampled global firehose. It keeps nothing of a client by itself. */
export class Sniffing {
  readonly #services: SniffServices;

  constructor(services: SniffServices) {
    this.#services = services;
  }

  async start(client: SniffClient, payload: unknown): Promise<EventResult> {
    if (!this.#services.limit.consume(client.connection)) return refused(rateLimitExceeded);
    const request = readSniffOptions(payload);
    return request.ok
      ? await this.#sniff(client, request.options)
      : refused(request.refusal, "Wrong options");
  }

  stop(client: SniffClient): EventResult {
    this.leave(client.connection);
    client.emit(serverEvent.sniffStopped, { browserId: client.browserId });
    return done;
  }

  /** Ends the firehose of a connection that has it. */
  leave(connection: EngineConnection): void {
    this.#services.firehose.leave(connection);
    this.#services.stats.stop(connection);
  }

  async #sniff(client: SniffClient, options: SniffOptions): Promise<EventResult> {
    const { firehose, stats, codes } = this.#services;
    const { connection, owner } = client;
    const { filter = {}, recent = 0, everyMs, receptions, decoded } = options;
    const unknown = await this.#findUnknown(filter.stationId ?? []);
    if (unknown !== undefined) {
      return refused(`filter.stationId: ${unknown} is not a known station`, "Wrong options");
    }
    const fits = compileFilter(filter, await codes.of(filter));
    if (!client.connected) return done;
    try {
      const views = { filter, fits, owner, form: client.form, everyMs, receptions, decoded };
      const view = { ...views, ...this.#answer(client, recent, fits, decoded) };
      const refusal = await firehose.join(connection, view);
      if (refusal !== null) return refused(filterRefusals[refusal]);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return refused(serviceUnavailable);
    }
    if (!client.connected) return done;
    if (options.stats) this.#startStats(client, everyMs);
    else stats.stop(connection);
    return { ok: true, details: { filter, ...(everyMs !== undefined && { everyMs }) } };
  }

  /** Returns the first id that no message can have; none while the stations cannot be looked up. */
  async #findUnknown(stationIds: readonly number[]): Promise<number | undefined> {
    if (stationIds.length === 0) return undefined;
    const found = await this.#services.stations.findAll(stationIds);
    return stationIds.find((id) => found.get(id) === null || found.get(id)?.hidden);
  }

  /** Confirms at the moment live messages start, so that they follow the confirmation. */
  #answer(
    client: SniffClient,
    recentMax: number,
    fits: SniffView["fits"],
    wantsBetter = false,
  ): Pick<SniffView, "prepare" | "begin"> {
    const { stations } = this.#services;
    const confirm = () => client.emit(serverEvent.sniffStarted, { browserId: client.browserId });
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
        const shown = messages().filter((entry) => {
          const message = entry.message();
          return message !== null && !hidden.has(message.stationId) && (fits?.(message) ?? true);
        });
        const sent = shown.slice(0, recentMax);
        sendRecent(client.connection, sent);
        if (!wantsBetter) return;
        const better = sent.flatMap((entry) => entry.better ?? []);
        sendBetter(
          client.connection,
          better.filter((copy) => !hidden.has(copy.stationId)),
        );
      },
    };
  }

  #startStats(client: SniffClient, everyMs: number | undefined): void {
    const { firehose, stats } = this.#services;
    stats.start(client.connection, {
      // Only clients that know of paces get theirs.
      everyMs: () => (everyMs === undefined ? 0 : Math.max(everyMs, firehose.everyMs)),
      counts: () => firehose.countsOf(client.connection),
      emit: (payload) => client.emit(serverEvent.sniffStats, payload),
    });
  }
}

function sendRecent(connection: EngineConnection, messages: readonly FirehoseMessage[]): void {
  const texts = messages.map(({ text }) => Buffer.from(text).toString());
  const payload = Buffer.from(`{"newMessages":[${texts.join(",")}]}`);
  connection.write("", frameOptions(eventFrames(serverEvent.sniffRecent, [payload])));
}

function sendBetter(connection: EngineConnection, copies: readonly EnrichedMessage[]): void {
  if (copies.length === 0) return;
  const payloads = copies.map((copy) => Buffer.from(JSON.stringify(copy)));
  connection.write("", frameOptions(eventFrames(serverEvent.messageDecoded, payloads)));
}
