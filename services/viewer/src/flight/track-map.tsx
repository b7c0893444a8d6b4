import type { TrackPosition } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { SmallMap } from "../map/small-map/small-map.tsx";

interface TrackMapProps {
  /** The oldest first. */
  readonly track: readonly TrackPosition[];
  readonly label: string;
}

/** The way of a flight, and its newest position. */
export function TrackMap({ track, label }: TrackMapProps): ReactNode {
  const points = useMemo(() => {
    const last = track.at(-1);
    if (!last) return [];
    const { messageId, latitude, longitude, sourceType } = last;
    return [{ id: messageId, kind: "aircraft" as const, latitude, longitude, sourceType }];
  }, [track]);
  return <SmallMap label={label} points={points} track={track} />;
}
