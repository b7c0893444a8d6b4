import { MapPinned } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../app/lazy-part.ts";
import { Button } from "../look/button.tsx";
import { Icon } from "../look/icon.tsx";
import { en } from "../words/en.ts";
import type { ViewAt } from "./map-query.ts";
import type { Aircraft } from "./positions.ts";

const PlaceDialog = lazyPart(() => import("./place-dialog.tsx"), "PlaceDialog");

export interface PlaceSearchProps {
  readonly aircraft: readonly Aircraft[];
  onAircraft(aircraft: Aircraft): void;
  onPlace(at: ViewAt): void;
}

/** The button that opens the search for a place or an aircraft on the map. */
export function PlaceSearch(props: PlaceSearchProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={MapPinned} />
        <span className="map-command-text">{en.map.findPlace}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <PlaceDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
