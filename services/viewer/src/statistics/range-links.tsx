import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { isRange, type Range, ranges } from "./ranges.ts";
import "./statistics.css";

const names = en.statistics;
const charsMax = 20;

interface RangeLinksProps {
  /** The range in use. */
  readonly range: Range;
  /** The range that the address asks for, which may be none. */
  readonly asked: string | undefined;
}

/** Links to the same page with other ranges. */
export function RangeLinks({ range, asked = range }: RangeLinksProps): ReactNode {
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
      {!isRange(asked) && (
        <p className="bad" role="alert">
          <UntrustedText text={names.badRange(asked.slice(0, charsMax))} />
        </p>
      )}
    </>
  );
}
