import { type ReactNode, Suspense } from "react";
import { en } from "../../text/en.ts";
import type { LatLon, Sectors } from "../geodesy.ts";
import { lazyPart } from "../../app/lazy-part.ts";
import "./small-map.css";

/** A symbol on a small map. */
export interface MapPoint extends LatLon {
  readonly id: string;
  readonly kind: "aircraft" | "station" | "ground-station" | "airport";
  /** Its name, from outside; shown beside the symbol if there are few. */
  readonly name?: string | undefined;
  /** The source type of an aircraft's position, or the system of a ground station. */
  readonly sourceType?: string | undefined;
  /** The direction in which an aircraft flies, degrees; null if unknown. */
  readonly track?: number | null | undefined;
  /** Whether a station is online. */
  readonly isOnline?: boolean | undefined;
}

/** A position of a track. */
interface MapTrackPosition extends LatLon {
  readonly sourceType: string;
}

/** An area with how strong its colour is. */
interface MapCell {
  /** Longitude and latitude of its corners, closed, degrees. */
  readonly ring: readonly (readonly [number, number])[];
  /** A share from 0 to 1. */
  readonly heat: number;
}

export interface SmallMapProps {
  /** Says for readers of screens what the map shows. */
  readonly label: string;
  readonly points?: readonly MapPoint[];
  /** Positions in order of time; the colour of each part is that of its source. */
  readonly track?: readonly MapTrackPosition[];
  /** How far a station receives, by direction. */
  readonly sectors?: Sectors;
  readonly cells?: readonly MapCell[];
  /** Called with the id of a point that was clicked. Offer the same by a list: the map has no keyboard. */
  readonly onSelect?: (id: string) => void;
}

const SmallMapView = lazyPart(() => import("./small-map-view.tsx"), "SmallMapView");

/** A map beside other content: it shows all that it is given. Its code is loaded when one is shown. */
export function SmallMap(props: SmallMapProps): ReactNode {
  return (
    <div className="small-map">
      <Suspense fallback={<span className="visually-hidden">{en.map.loading}</span>}>
        <SmallMapView {...props} />
      </Suspense>
    </div>
  );
}
