import {
  clientEvent,
  rateLimitExceeded,
  serverEvent,
  StationId,
  type StationName,
  stationRoom,
} from "@jetwire/protocol";
import type { Subscription } from "@jetwire/redis";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { done, type EventOutcome, type OnEvent, refused } from "../connection/client-events.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { SubscribeLimit } from "../limits/event-limit.ts";
import type { MonitoredStations } from "./monitored-stations.ts";
import type { Stations } from "./stations.ts";
import { wireOf } from "../connection/engine-connection.ts";

export interface MonitorSteps {
  readonly limit: SubscribeLimit;
  readonly stations: Stations;
  readonly monitoredStations: MonitoredStations;
  /** Holds a room's channel, so that it can be waited for before the socket is in the room. */
  holdRoom(room: string): Subscription;
}

const stationsMax = 50;
const standingMsMax = 5_000;
const notFound = refused("Station not found");
const unavailable = refused("Service unavailable");

/** `station:monitor:start` and `station:monitor:stop`: live messages of single stations. */
export function offerMonitor(socket: GatewaySocket, on: OnEvent, steps: MonitorSteps): void {
  const wire = wireOf(socket);
  const { browserId } = socket.data;
  const monitored = new Map<number, { station: StationName; unwatch(): void }>();

  on(clientEvent.monitorStart, async (payload) => {
    if (!steps.limit.take(wire)) return refused(rateLimitExceeded);
    const id = StationId.safeParse(payload);
    return id.success ? await start(id.data) : notFound;
  });

  on(clientEvent.monitorStop, async (payload) => {
    steps.limit.note(wire);
    const id = StationId.safeParse(payload);
    if (!id.success) return notFound;
    stop(id.data);
    return done;
  });

  socket.once("disconnect", () => {
    for (const { unwatch } of monitored.values()) unwatch();
  });

  /** Out of the room at once, so that nothing follows the answer. */
  function stop(stationId: number): void {
    monitored.get(stationId)?.unwatch();
    monitored.delete(stationId);
    void socket.leave(stationRoom(stationId));
    socket.emit(serverEvent.monitorStopped, { browserId, stationId });
  }

  async function start(stationId: number): Promise<EventOutcome> {
    const known = monitored.get(stationId)?.station;
    if (!known && monitored.size >= stationsMax) return refused("Too many stations monitored");
    const station = known ?? (await steps.stations.find(stationId));
    if (station === "unavailable") return unavailable;
    if (station === null) return notFound;
    if (!known && !(await joinRoom(stationRoom(stationId)))) return unavailable;
    if (!known && socket.connected) {
      const unwatch = steps.monitoredStations.watch(stationId, () => stop(stationId));
      monitored.set(stationId, { station, unwatch });
    }
    socket.emit(serverEvent.monitorStarted, { browserId, station });
    return done;
  }

  /** In the room only once its channel stands in Redis: nothing emitted from then on is missed. */
  async function joinRoom(room: string): Promise<boolean> {
    const held = steps.holdRoom(room);
    try {
      await withDeadline(held.standing, standingMsMax, "subscribing to a room");
      if (socket.connected) await socket.join(room);
      return true;
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      return false;
    } finally {
      held.close();
    }
  }
}
