import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { isRange, type StatisticsRange, ranges } from "./ranges.ts";
import "./statistics.css";

const names = en.statistics;
const charsMax = 20;

interface RangeLinksProps {
  /** The range in use. */
  readonly range: StatisticsRange;
  /** The range that the address asks for, which may be none. */
  readonly requested: string | undefined;
}

/** Links to the same page with other ranges. */
export function RangeLinks({ range, requested = range }: RangeLinksProps): ReactNode {
  return (
    <>
      <nav className="segments" aria-label={names.range}>
        {ranges.map((one) => (
          <Link
            key={one}
            to="."
            search={(all) => ({ ...all, range: one })}
            replace
            resetScroll={false}
            className="button"
            aria-current={one === range ? "true" : undefined}
          >
            {names.ranges[one]}
          </Link>
        ))}
      </nav>
      {!isRange(requested) && (
        <p className="bad" role="alert">
          <UntrustedText text={names.badRange(requested.slice(0, charsMax))} />
        </p>
      )}
    </>
  );
}
