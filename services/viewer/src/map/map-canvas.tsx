import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "../data/store.ts";
import { en } from "../text/en.ts";
import { AircraftMap, type MapContent, type MapListeners } from "./aircraft-map.ts";
import type { MapShown } from "./create-map.ts";
import { latestOfSelected } from "./positions/follow-positions.ts";
import { MapButtons } from "./map-buttons.tsx";
import type { ViewAt } from "./map-query.ts";

interface MapCanvasProps {
  readonly content: MapContent;
  readonly shown: MapShown;
  readonly firstAt: ViewAt | null;
  /** The view that the reader asked for; null without one. */
  readonly goal: ViewAt | null;
  readonly isFollowing: boolean;
  readonly isDrawing: boolean;
  readonly listeners: MapListeners;
  /** Positions that the first view shows, if the address names none; null while they are not known. */
  readonly firstPositions:
    | readonly { readonly latitude: number; readonly longitude: number }[]
    | null;
}

/** The map itself. The list beside it has the same content in words. */
export function MapCanvas(props: MapCanvasProps): ReactNode {
  const { content, shown, firstAt, goal, isFollowing, isDrawing, firstPositions } = props;
  const { selected } = content;
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<AircraftMap | null>(null);
  const isPlaced = useRef(firstAt !== null);
  const listeners = useEffectEvent(() => props.listeners);
  const at = useEffectEvent(() => firstAt);

  useEffect(() => {
    if (!element.current) return;
    const made = new AircraftMap(element.current, {
      onAircraft: (id) => listeners().onAircraft(id),
      onFixed: (fixed) => listeners().onFixed(fixed),
      onNothing: () => listeners().onNothing(),
      onCorner: (corner) => listeners().onCorner(corner),
      onMoved: (view, ids) => listeners().onMoved(view, ids),
      onPan: () => listeners().onPan(),
    });
    const view = at();
    if (view) made.setAt(view);
    setMap(made);
    return () => made.dispose();
  }, []);

  useEffect(() => map?.setShown(shown), [map, shown]);
  useEffect(() => map?.show(content), [map, content]);
  useEffect(() => map?.setDrawing(isDrawing), [map, isDrawing]);
  useEffect(() => {
    if (!map || isPlaced.current || firstPositions === null) return;
    isPlaced.current = true;
    map.fit(firstPositions);
  }, [map, firstPositions]);
  useEffect(() => {
    if (goal) map?.setAt(goal);
  }, [map, goal]);
  useEffect(() => {
    if (isFollowing && selected) map?.center(selected);
  }, [map, isFollowing, selected]);
  const selectedId = selected?.airframeId;
  const reveal = useEffectEvent((airframeId: string | undefined) => {
    if (selected?.airframeId === airframeId && selected) map?.reveal(selected);
  });
  useEffect(() => reveal(selectedId), [selectedId]);
  usePulse(map, selected);

  return (
    <>
      <div
        ref={element}
        className="map-canvas"
        data-drawing={isDrawing || undefined}
        role="application"
        aria-label={en.map.mapOf}
        aria-describedby="map-keys aircraft-list"
        tabIndex={0}
      />
      <p id="map-keys" className="visually-hidden">
        {en.map.mapKeys}
      </p>
      <MapButtons map={map?.map ?? null} onAll={() => map?.fit(content.aircraft)} />
      <span className="map-attribution">{en.map.attribution}</span>
    </>
  );
}

/** Shows a ring around the selection at each new message of it. */
function usePulse(map: AircraftMap | null, selected: MapContent["selected"]): void {
  const newestId = useStore(latestOfSelected)[0]?.id;
  const pulse = useEffectEvent((messageId: string | undefined) => {
    if (messageId !== undefined && selected) map?.pulse(selected);
  });
  useEffect(() => pulse(newestId), [newestId]);
}
