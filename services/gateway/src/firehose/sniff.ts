import {
  type AirlineCodes,
  clientEvent,
  rateLimitExceeded,
  readSniffOptions,
  serverEvent,
  type SniffOptions,
  sniffRoom,
} from "@jetwire/protocol";
import { DeadlineError } from "@jetwire/runtime";
import { type EventOutcome, type OnEvent, done, refused } from "../connection/client-events.ts";
import type { Firehose, SniffView } from "./firehose.ts";
import { eventFrames } from "../connection/frames.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { HeardMessage } from "./firehose-message.ts";
import type { SubscribeLimit } from "../limits/event-limit.ts";
import { compileFilter } from "./sniff-filter.ts";
import type { SniffStatsTeller } from "./sniff-stats.ts";
import type { Stations } from "../rooms/stations.ts";
import { frameOptions, wireOf } from "../connection/engine-connection.ts";

export interface SniffSteps {
  readonly limit: SubscribeLimit;
  readonly firehose: Firehose;
  readonly stats: SniffStatsTeller;
  readonly stations: Stations;
  airlines(): Promise<AirlineCodes>;
}

/** `messages:sniff` and `messages:sniff:stop`: the sampled global firehose. */
export function offerSniff(socket: GatewaySocket, on: OnEvent, steps: SniffSteps): void {
  const { firehose, limit, stats } = steps;
  const wire = wireOf(socket);
  const { browserId } = socket.data;

  on(clientEvent.sniff, async (payload) => {
    if (!limit.take(wire)) return refused(rateLimitExceeded);
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

  async function sniff(options: SniffOptions): Promise<EventOutcome> {
    const { filter = {} } = options;
    const airlines = filter.flight === undefined ? new Map() : await steps.airlines();
    const fits = compileFilter(filter, airlines);
    try {
      const joined = await firehose.join(wire, { filter, fits, ...answer(options, fits) });
      if (!joined) return refused("filter: too many different ones are in use");
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return refused("Service unavailable");
    }
    if (!socket.connected) return done;
    await socket.join(sniffRoom);
    if (options.stats) tellStats();
    else stats.end(wire);
    return { ok: true, details: { filter } };
  }

  function start(): void {
    socket.emit(serverEvent.sniffStarted, { browserId });
  }

  /** The answer is sent in the same moment as live messages begin, so that they follow it. */
  function answer(
    { recent = 0 }: SniffOptions,
    fits: SniffView["fits"],
  ): Pick<SniffView, "prepare" | "begin"> {
    if (recent === 0) return { begin: start };
    let hidden = new Set<number>();
    return {
      async prepare(messages) {
        // A station may have been hidden since; where nobody can say, it counts as hidden.
        const stationIds = messages.flatMap((heard) => heard.message()?.stationId ?? []);
        const found = await steps.stations.findAll(stationIds);
        hidden = new Set(stationIds.filter((id) => (found.get(id) ?? null) === null));
      },
      begin(messages) {
        start();
        const shown = messages.filter((heard) => {
          const message = heard.message();
          return message !== null && !hidden.has(message.stationId) && (fits?.(message) ?? true);
        });
        sendRecent(shown.slice(0, recent));
      },
    };
  }

  function sendRecent(messages: readonly HeardMessage[]): void {
    const texts = messages.map(({ text }) => Buffer.from(text).toString());
    const payload = Buffer.from(`{"newMessages":[${texts.join(",")}]}`);
    wire.write("", frameOptions(eventFrames(serverEvent.sniffRecent, [payload])));
  }

  function tellStats(): void {
    stats.begin(wire, {
      counts: () => firehose.countsOf(wire),
      emit: (told) => socket.emit(serverEvent.sniffStats, told),
    });
  }

  function leave(): void {
    firehose.leave(wire);
    stats.end(wire);
  }
}
