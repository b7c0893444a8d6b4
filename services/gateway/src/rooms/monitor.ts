import {
  clientEvent,
  rateLimitExceeded,
  serverEvent,
  serviceUnavailable,
  StationId,
  type StationName,
  stationRoom,
} from "@jetwire/protocol";
import { adapterRoomChannel, type Channels, type Keys } from "@jetwire/redis";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { done, type EventResult, type OnEvent, refused } from "../connection/client-events.ts";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { EventLimit } from "../limits/event-limit.ts";
import type { MonitoredStations } from "./monitored-stations.ts";
import type { Stations } from "./stations.ts";

export interface MonitorOptions {
  readonly limit: EventLimit;
  readonly stations: Stations;
  readonly monitored: MonitoredStations;
  readonly channels: Channels;
  readonly keys: Keys;
}

const stationsMax = 50;
const readyMsMax = 5_000;
const notFound = refused("Station not found");
const unavailable = refused(serviceUnavailable);

/** `station:monitor:start` and `station:monitor:stop`: live messages of single stations. */
export function offerMonitor(socket: GatewaySocket, on: OnEvent, options: MonitorOptions): void {
  const { limit, stations, monitored, channels, keys } = options;
  const connection = connectionOf(socket);
  const { browserId } = socket.data;
  const started = new Map<number, { station: StationName; unwatch(): void }>();

  on(clientEvent.monitorStart, async (payload) => {
    if (!limit.take(connection)) return refused(rateLimitExceeded);
    const id = StationId.safeParse(payload);
    return id.success ? await start(id.data) : notFound;
  });

  on(clientEvent.monitorStop, async (payload) => {
    limit.add(connection);
    const id = StationId.safeParse(payload);
    if (!id.success) return notFound;
    stop(id.data);
    return done;
  });

  socket.once("disconnect", () => {
    for (const { unwatch } of started.values()) unwatch();
  });

  /** Leaves the room at once, so that no message follows the answer. */
  function stop(stationId: number): void {
    started.get(stationId)?.unwatch();
    started.delete(stationId);
    void socket.leave(stationRoom(stationId));
    socket.emit(serverEvent.monitorStopped, { browserId, stationId });
  }

  async function start(stationId: number): Promise<EventResult> {
    const known = started.get(stationId)?.station;
    if (!known && started.size >= stationsMax) return refused("Too many stations monitored");
    const station = known ?? (await stations.find(stationId));
    if (station === "unavailable") return unavailable;
    if (station === null) return notFound;
    if (!known && !(await joinRoom(stationRoom(stationId)))) return unavailable;
    if (!known && socket.connected) {
      const unwatch = monitored.watch(stationId, () => stop(stationId));
      started.set(stationId, { station, unwatch });
    }
    socket.emit(serverEvent.monitorStarted, { browserId, station });
    return done;
  }

  /** Joins only once Redis has confirmed the room's channel: nothing emitted after that is missed. */
  async function joinRoom(room: string): Promise<boolean> {
    const channel = channels.subscribe(adapterRoomChannel(keys, room), () => {});
    try {
      await withDeadline(channel.ready, readyMsMax, "subscribing to a room");
      if (socket.connected) await socket.join(room);
      return true;
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return false;
    } finally {
      channel.close();
    }
  }
}
