import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { en } from "../text/en.ts";
import type { Search } from "./parameters.ts";
import { longerRange } from "./time-range.ts";

interface EmptySearchProps {
  readonly search: Search;
  onLonger(since: string): void;
  onClear(): void;
}

/** Says that nothing was found, and offers a longer time or fewer filters. */
export function EmptySearch({ search, onLonger, onClear }: EmptySearchProps): ReactNode {
  const longer = search.until === undefined ? longerRange(search.since) : null;
  return (
    <div className="empty">
      <p>{en.search.nothing}</p>
      <div className="button-row">
        {longer !== null && (
          <Button onClick={() => onLonger(longer)}>{en.search.tryRange(longer)}</Button>
        )}
        {Object.keys(search.filters).length > 0 && (
          <Button onClick={onClear}>{en.filters.clear}</Button>
        )}
      </div>
    </div>
  );
}
