import type OlMap from "ol/Map.js";
import { Locate, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";

const zoomMs = 160;

/** The buttons of a map: zoom, and show everything. */
export function MapButtons({ map, onAll }: { map: OlMap | null; onAll: () => void }): ReactNode {
  function zoom(by: number): void {
    const view = map?.getView();
    const to = (view?.getZoom() ?? 0) + by;
    view?.animate({ zoom: to, duration: motionMs(zoomMs) });
  }
  return (
    <div className="map-buttons">
      <Button className="icon-button" aria-label={en.map.zoomIn} onClick={() => zoom(1)}>
        <Icon of={Plus} />
      </Button>
      <Button className="icon-button" aria-label={en.map.zoomOut} onClick={() => zoom(-1)}>
        <Icon of={Minus} />
      </Button>
      <Button className="icon-button" aria-label={en.map.showAll} onClick={onAll}>
        <Icon of={Locate} />
      </Button>
    </div>
  );
}

/** Returns a duration, or 0 for people who do not want motion. */
export function motionMs(ms: number): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms;
}
