import { readFirehoseTick, serverEvent } from "@jetwire/protocol";
import type { Channels, Subscription } from "@jetwire/redis";
import { type Counter, type Metrics, withDeadline } from "@jetwire/runtime";
import { eventFrames } from "./frames.ts";
import { frameOptions, type Wire } from "./wire.ts";

/** Writes the firehose's ticks to the connections that sniff. */
export interface Firehose {
  /**
   * Resolves once ticks come to this connection. A connection is in it once, however often it joins.
   *
   * @throws DeadlineError when Redis doesn't confirm the channel.
   */
  join(wire: Wire): Promise<void>;
  leave(wire: Wire): void;
}

const standingMsMax = 5_000;

/**
 * One subscription while anybody sniffs. A tick's messages are encoded once, for everybody, into
 * one buffer that is one write per connection. Who still has packets waiting skips the tick:
 * nothing piles up for a client that reads too slowly, and it is counted.
 */
export function createFirehose(channels: Channels, channel: string, metrics: Metrics): Firehose {
  const measures = firehoseMeasures(metrics);
  const joining = new Set<Wire>();
  const members = new Set<Wire>();
  let subscription: Subscription | null = null;

  function hear(bytes: Buffer): void {
    const tick = readFirehoseTick(bytes);
    if (tick === null) {
      measures.ticks.inc({ outcome: "unreadable" });
      return;
    }
    if (tick.messages.length === 0) return;
    const options = frameOptions(eventFrames(serverEvent.message, tick.messages));
    let written = 0;
    for (const wire of members) {
      if (wire.writeBuffer.length > 0) continue;
      wire.write("", options);
      written++;
    }
    measures.ticks.inc({ outcome: "written" }, written);
    measures.ticks.inc({ outcome: "skipped" }, members.size - written);
    measures.messages.inc(written * tick.messages.length);
  }

  function leave(wire: Wire): void {
    members.delete(wire);
    joining.delete(wire);
    if (members.size > 0 || joining.size > 0) return;
    subscription?.close();
    subscription = null;
  }

  return {
    async join(wire) {
      if (members.has(wire)) return;
      joining.add(wire);
      subscription ??= channels.subscribe(channel, hear);
      try {
        await withDeadline(subscription.standing, standingMsMax, "subscribing to the firehose");
      } catch (error) {
        leave(wire);
        throw error;
      }
      // Not there any more when the connection left meanwhile.
      if (joining.delete(wire)) members.add(wire);
    },
    leave,
  };
}

interface FirehoseMeasures {
  readonly ticks: Counter<"outcome">;
  readonly messages: Counter;
}

function firehoseMeasures(metrics: Metrics): FirehoseMeasures {
  return {
    ticks: metrics.counter({
      name: "jetwire_gateway_firehose_ticks_total",
      help: "Ticks of the firehose by connection: written, or skipped because it reads too slowly",
      labelNames: ["outcome"],
    }),
    messages: metrics.counter({
      name: "jetwire_gateway_firehose_messages_total",
      help: "Messages of the firehose written to connections",
    }),
  };
}
