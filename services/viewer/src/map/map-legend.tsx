import type { ReactNode } from "react";
import { sourceTypeLook, sourceTypeNames } from "../ui/source-types.ts";
import { useMediaQuery } from "../ui/media-query.ts";
import { en } from "../text/en.ts";

/** The meanings of colours and symbols of the map; it can be folded, and is on small screens. */
export function MapLegend({ hasCells }: { hasCells: boolean }): ReactNode {
  const isWide = useMediaQuery("(min-width: 768px)");
  return (
    <details className="map-legend" key={String(isWide)} open={isWide}>
      <summary>{en.map.legend}</summary>
      <ul>
        {sourceTypeNames.map(({ type, name }) => (
          <li key={type}>
            <span
              className="aircraft-mark"
              data-colour={sourceTypeLook(type).colour}
              aria-hidden="true"
            />
            {name}
          </li>
        ))}
      </ul>
      <p>{en.map.legendDirection}</p>
      <p>{en.map.legendAge}</p>
      <p>{en.map.sampleOnly}</p>
      {hasCells && (
        <>
          <p className="cell-scale">
            {en.map.fewer} <span aria-hidden="true" /> {en.map.more}
          </p>
          <p>{en.map.legendCells}</p>
        </>
      )}
    </details>
  );
}
