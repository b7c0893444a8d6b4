import { createHash } from "node:crypto";
import type { StationSummary } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import type { Received } from "../received.ts";
import type { MqttPublisher } from "./publisher.ts";
import { StationCounts } from "./station-counts.ts";

/** Options of the sensors of Home Assistant. */
export interface HomeAssistantOptions {
  /** The prefix of discovery, as Home Assistant has it configured. */
  readonly discovery: string;
  /** The prefix of the topics of the bridge. */
  readonly prefix: string;
  /** The address of the Jetwire. */
  readonly url: string;
}

const stateMs = 30_000;
/** A station of which nothing came for so long counts as disconnected. */
const silentMsMax = 15 * 60_000;
/** More would fill the list of devices. */
const stationsMax = 200;

const sensors = [
  {
    component: "sensor",
    id: "messages_minute",
    name: "Messages in the last minute",
    value: "messagesLastMinute",
    more: { state_class: "measurement", unit_of_measurement: "messages", icon: "mdi:message-text" },
  },
  {
    component: "sensor",
    id: "messages_hour",
    name: "Messages in the last hour",
    value: "messagesLastHour",
    more: { state_class: "measurement", unit_of_measurement: "messages", icon: "mdi:message-text" },
  },
  {
    component: "sensor",
    id: "last_message",
    name: "Last message",
    value: "lastMessageAt",
    more: { device_class: "timestamp" },
  },
  {
    component: "binary_sensor",
    id: "connectivity",
    name: "Receiving",
    value: "receiving",
    more: { device_class: "connectivity" },
  },
] as const;

/** Publishes sensors of the own stations by the MQTT discovery of Home Assistant, one device for each station. */
export function createHomeAssistant(publisher: MqttPublisher, options: HomeAssistantOptions) {
  const { discovery, prefix, url } = options;
  const counts = new Map<number, StationCounts>();
  const instance = createHash("sha256").update(url).digest("hex").slice(0, 8);
  let stations: readonly StationSummary[] = [];
  let isConnected = false;

  function publishAll(): void {
    publisher.state(`${prefix}/service`, isConnected ? "online" : "offline");
    for (const station of stations) {
      for (const sensor of sensors) announce(station, sensor);
    }
    publishStates();
  }

  function announce({ id, ident, sourceType }: StationSummary, sensor: (typeof sensors)[number]) {
    const device = `jetwire_${instance}_${id}`;
    const config = {
      name: sensor.name,
      unique_id: `${device}_${sensor.id}`,
      state_topic: stateTopic(id),
      value_template: `{{ value_json.${sensor.value} }}`,
      ...sensor.more,
      availability: [{ topic: `${prefix}/status` }, { topic: `${prefix}/service` }],
      availability_mode: "all",
      device: {
        identifiers: [device],
        name: ident,
        manufacturer: "Jetwire",
        ...(sourceType !== null && { model: sourceType }),
        configuration_url: url,
      },
      origin: { name: "jetwire-bridge" },
    };
    const topic = `${discovery}/${sensor.component}/${device}/${sensor.id}/config`;
    publisher.state(topic, JSON.stringify(config));
  }

  function publishStates(): void {
    const nowMs = Date.now();
    for (const { id } of stations) {
      const { minute, hour, lastAtMs } = countsOf(id).read(nowMs);
      const state = {
        messagesLastMinute: minute,
        messagesLastHour: hour,
        lastMessageAt: lastAtMs === null ? null : new Date(lastAtMs).toISOString(),
        receiving: lastAtMs !== null && nowMs - lastAtMs <= silentMsMax ? "ON" : "OFF",
      };
      publisher.state(stateTopic(id), JSON.stringify(state));
    }
  }

  function stateTopic(id: number): string {
    return `${prefix}/stations/${id}/state`;
  }

  function countsOf(id: number): StationCounts {
    const known = counts.get(id) ?? new StationCounts();
    counts.set(id, known);
    return known;
  }

  publisher.onConnected(publishAll);
  return {
    /** @param connected whether the bridge receives the stream */
    update(own: readonly StationSummary[], connected: boolean): void {
      stations = own.slice(0, stationsMax);
      isConnected = connected;
      publishAll();
    },
    add({ message: { stationId } }: Received): void {
      if (stations.some(({ id }) => id === stationId)) countsOf(stationId).add(Date.now());
    },
    /** Publishes the states until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await pause(stateMs, signal);
        publishStates();
      }
      publisher.state(`${prefix}/service`, "offline");
    },
  };
}
