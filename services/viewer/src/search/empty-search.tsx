import type { ReactNode } from "react";
import { en } from "../words/en.ts";
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
          <button type="button" className="button" onClick={() => onLonger(longer)}>
            {en.search.tryRange(longer)}
          </button>
        )}
        {Object.keys(search.filters).length > 0 && (
          <button type="button" className="button" onClick={onClear}>
            {en.filters.clear}
          </button>
        )}
      </div>
    </div>
  );
}
