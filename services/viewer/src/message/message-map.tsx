import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { type MapPoint, SmallMap } from "../map/small-map/small-map.tsx";
import { en } from "../text/en.ts";
import { subjectOf } from "./subject.ts";

/** The position of a message on a map, with the station that received it; nothing without a position. */
export function MessageMap({ message }: { message: ReadMessage }): ReactNode {
  const { id, latitude, longitude, sourceType, flight, station } = message;
  if (latitude === null || longitude === null) return null;
  const points: MapPoint[] = [
    {
      id,
      kind: "aircraft",
      latitude,
      longitude,
      sourceType,
      track: flight?.track,
      name: subjectOf(message),
    },
  ];
  if (station && station.latitude !== null && station.longitude !== null) {
    points.push({
      id: `station ${station.id}`,
      kind: "station",
      latitude: station.latitude,
      longitude: station.longitude,
      name: station.ident,
      isOnline: true,
    });
  }
  return <SmallMap label={en.message.mapOf} points={points} />;
}
