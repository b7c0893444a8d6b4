import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { en } from "../../text/en.ts";
import { age } from "../../text/time.ts";
import { windowChoices } from "../map-query.ts";

const minuteMs = 60_000;
const longest = windowChoices.at(-1) ?? 0;

interface NoAircraftProps {
  /** Whether aircraft are elsewhere on the map. */
  readonly hasOthers: boolean;
  readonly hasFilter: boolean;
  readonly minutes: number;
  onClearFilter(): void;
  onWiden(minutes: string): void;
}

/** Says why the list of aircraft is empty, and offers what may fill it. */
export function NoAircraft(props: NoAircraftProps): ReactNode {
  const { hasOthers, hasFilter, minutes, onClearFilter, onWiden } = props;
  if (hasOthers) return <p className="empty">{en.map.emptyView}</p>;
  return (
    <div className="empty">
      <p>{hasFilter ? en.map.emptyFiltered : en.map.empty(age(minutes * minuteMs))}</p>
      {hasFilter && <Button onClick={onClearFilter}>{en.map.clearFilter}</Button>}
      {minutes < longest && (
        <Button onClick={() => onWiden(String(longest))}>
          {en.map.widenWindow(age(longest * minuteMs))}
        </Button>
      )}
    </div>
  );
}
