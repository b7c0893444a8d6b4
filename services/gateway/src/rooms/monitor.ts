import {
  clientEvent,
  rateLimitExceeded,
  serverEvent,
  serviceUnavailable,
  StationId,
  type StationOwner,
  wholesRoom,
} from "@jetwire/protocol";
import { adapterRoomChannel, type Channels, type Keys } from "@jetwire/redis";
import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { done, type EventResult, type OnEvent, refused } from "../connection/client-events.ts";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { accountIdsOf } from "../handshake/credentials.ts";
import type { EventLimit } from "../limits/event-limit.ts";
import type { MonitoredStations } from "./monitored-stations.ts";
import { roomsOf, type StationDirectory } from "./stations.ts";

interface Monitoring {
  readonly station: StationOwner;
  readonly rooms: readonly string[];
  unwatch(): void;
}

export interface MonitorOptions {
  readonly limit: EventLimit;
  readonly stations: StationDirectory;
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
  const { assembled, browserId, credentials } = socket.data;
  const accountIds = accountIdsOf(credentials);
  const started = new Map<number, Monitoring>();

  on(clientEvent.monitorStart, async (payload) => {
    if (!limit.consume(connection)) return refused(rateLimitExceeded);
    const id = StationId.safeParse(payload);
    return id.success ? await start(id.data) : notFound;
  });

  on(clientEvent.monitorStop, async (payload) => {
    if (!limit.consume(connection)) return refused(rateLimitExceeded);
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
    const { rooms = [], unwatch } = started.get(stationId) ?? {};
    unwatch?.();
    started.delete(stationId);
    for (const room of withWholes(rooms)) void socket.leave(room);
    socket.emit(serverEvent.monitorStopped, { browserId, stationId });
  }

  async function start(stationId: number): Promise<EventResult> {
    const known = started.get(stationId);
    if (!known && started.size >= stationsMax) return refused("Too many stations monitored");
    const station = known?.station ?? (await stations.find(stationId));
    if (station === "unavailable") return unavailable;
    if (station === null) return notFound;
    const rooms = known?.rooms ?? roomsOf(station, accountIds);
    if (rooms.length === 0) return notFound;
    if (!known && !(await joinRooms(rooms))) return unavailable;
    if (!known && socket.connected) {
      const unwatch = monitored.watch(stationId, (current) => follow(stationId, current));
      started.set(stationId, { station, rooms, unwatch });
    }
    const name = { id: station.stationId, ident: station.ident };
    socket.emit(serverEvent.monitorStarted, { browserId, station: name });
    return done;
  }

  /** Ends the monitoring of a station that is hidden from this client now. */
  function follow(stationId: number, station: StationOwner | null): void {
    const rooms = station ? roomsOf(station, accountIds) : [];
    const joined = started.get(stationId)?.rooms ?? [];
    if (rooms.length === 0 || rooms.join() !== joined.join()) stop(stationId);
  }

  /** Adds the rooms of the wholes, if the client asked for them. */
  function withWholes(rooms: readonly string[]): readonly string[] {
    return assembled ? [...rooms, ...rooms.map(wholesRoom)] : rooms;
  }

  async function joinRooms(rooms: readonly string[]): Promise<boolean> {
    const joined = await Promise.all(withWholes(rooms).map(joinRoom));
    return joined.every(Boolean);
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
