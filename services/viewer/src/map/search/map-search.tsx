import { MapPinned } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../app/lazy-part.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { en } from "../../text/en.ts";
import type { ViewAt } from "../map-query.ts";
import type { Aircraft } from "../positions/positions.ts";

const SearchDialog = lazyPart(() => import("./search-dialog.tsx"), "SearchDialog");

export interface MapSearchProps {
  readonly aircraft: readonly Aircraft[];
  onAircraft(aircraft: Aircraft): void;
  onAirport(at: ViewAt): void;
}

/** The button that opens the search for airports and aircraft on the map. */
export function MapSearch(props: MapSearchProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={MapPinned} />
        <span className="map-command-text">{en.map.find}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <SearchDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
