import type { StationGaps } from "@jetwire/protocol";
import type { ReactNode } from "react";
import "./gap-cells.css";

type Hour = StationGaps["hours"][number];

interface GapCellsProps {
  /** The hours in their order; null for one that is not of the time shown. */
  readonly hours: readonly (Hour | null)[];
  titleOf(hour: Hour): string;
}

/** Hours with and without messages, one cell an hour. Words beside it say the same. */
export function GapCells({ hours, titleOf }: GapCellsProps): ReactNode {
  return (
    <div className="gap-cells" aria-hidden="true">
      {hours.map((hour, index) => (
        <span
          key={index}
          className="gap-cell"
          data-state={hour?.state ?? "none"}
          title={hour === null ? undefined : titleOf(hour)}
        />
      ))}
    </div>
  );
}
