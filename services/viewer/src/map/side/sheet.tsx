import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useMediaQuery } from "../../ui/media-query.ts";
import { en } from "../../text/en.ts";

const stops = ["low", "half", "full"] as const;
const dragPixels = 40;

/** The part beside the map; on a phone a sheet over its lower end, with three heights. */
export function Sheet({ head, children }: { head: ReactNode; children: ReactNode }): ReactNode {
  const isPhone = useMediaQuery("(max-width: 767px)");
  const [stop, setStop] = useState(0);
  const startY = useRef<number | null>(null);
  if (!isPhone) {
    return (
      <aside className="map-side">
        <div className="map-side-head">{head}</div>
        {children}
      </aside>
    );
  }
  function move(by: number): void {
    setStop((now) => Math.max(0, Math.min(stops.length - 1, now + by)));
  }
  return (
    <aside className="map-side map-sheet" data-stop={stops[stop]}>
      <div
        className="map-sheet-grip"
        onPointerDown={({ clientY }) => (startY.current = clientY)}
        onPointerUp={({ clientY }) => {
          const moved = clientY - (startY.current ?? clientY);
          startY.current = null;
          if (Math.abs(moved) > dragPixels) move(moved < 0 ? 1 : -1);
        }}
      >
        <div className="map-side-head">{head}</div>
        <Button
          kind="plain"
          className="icon-button"
          aria-label={en.map.sheetLarger}
          disabled={stop === stops.length - 1}
          onClick={() => move(1)}
        >
          <Icon of={ChevronUp} />
        </Button>
        <Button
          kind="plain"
          className="icon-button"
          aria-label={en.map.sheetSmaller}
          disabled={stop === 0}
          onClick={() => move(-1)}
        >
          <Icon of={ChevronDown} />
        </Button>
      </div>
      {children}
    </aside>
  );
}
