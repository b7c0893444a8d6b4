import type { EnrichedMessage, SniffOptions } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { testMessage } from "@jetwire/testbed";
import { type Client, openRig } from "./rig.ts";

export function payloadsOf({ events }: Client, event: string): unknown[] {
  return events.filter(([name]) => name === event).map(([, payload]) => payload);
}

export const climb: EnrichedMessage["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Climb to FL390",
  items: [],
};

/** Opens gateways with a station, whose messages a test publishes to the firehose. */
export async function openSniffing() {
  const rig = await openRig();
  const stationId = (await rig.feeder("SO-ONE")).stationIds[0] ?? 0;
  await openStores(rig.redis, rig.keys.namespace).airlineCodes.replace(new Map([["UA", "UAL"]]));
  await rig.database.database.sql`
    insert into airports (icao, iata, name, latitude, longitude) values ('ESSA', 'ARN', 'Stockholm', 59.6, 17.9) on conflict do nothing`;

  function enriched(over: Partial<EnrichedMessage>): EnrichedMessage {
    const nowhere = { countryCode: null, latitude: null, longitude: null };
    const id = over.stationId ?? stationId;
    return {
      ...testMessage({ stationId: id }),
      station: { id, ident: "SO-ONE", sourceType: "acars", ...nowhere },
      airframe: null,
      flight: null,
      ...over,
    };
  }

  async function publish(...messages: EnrichedMessage[]): Promise<void> {
    const texts = messages.map((message) => ({ id: message.id, text: JSON.stringify(message) }));
    await openStores(rig.redis, rig.keys.namespace).firehose.publish({ fraction: 1 }, texts);
  }

  async function sniffing(options: SniffOptions | undefined, gateway = rig.gateways[0]) {
    const client = rig.connect(gateway);
    const answer: unknown = await client.socket.emitWithAck("messages:sniff", options);
    await client.next("messages:sniff:started");
    return { client, answer };
  }

  return {
    rig,
    stationId,
    enriched,
    publish,
    sniffing,
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}
