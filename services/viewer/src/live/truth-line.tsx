import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { clock } from "../data/clock.ts";
import { connection } from "../data/live/realtime.ts";
import { sniffStats } from "../data/live/sniff.ts";
import { useStore } from "../data/store.ts";
import type { Filters } from "../filters/query.ts";
import { en } from "../text/en.ts";
import { count, oneIn, percent, rate } from "../text/numbers.ts";

const intervalSeconds = 10;
const staleMs = 25_000;

interface TruthLineProps {
  readonly filters: Filters;
  /** Whether link tests are left out; they count as filtered out. */
  readonly hidesTests: boolean;
}

/**
 * Says what the list shows of what the network received, and what it does not. All figures are the
 * server's; nothing is extrapolated.
 */
export function TruthLine({ filters, hidesTests }: TruthLineProps): ReactNode {
  const hasFilter = Object.keys(filters).length > 0;
  const figures = useStore(sniffStats);
  const nowMs = useStore(clock);
  const { state } = useStore(connection);
  if (state !== "connected" || (figures && nowMs - figures.atMs > staleMs)) {
    return <p className="list-status">{en.live.notMeasured}</p>;
  }
  if (!figures) return <p className="list-status">{en.live.measuring}</p>;
  const { seen, sampled, sent, dropped, fraction } = figures.stats;
  const share = oneIn(fraction);
  const parts = [
    en.live.received(rate(seen / intervalSeconds)),
    share === null ? en.live.allShown : en.live.oneIn(share),
    en.live.skipped(count(dropped)),
  ];
  const others = rate(Math.max(0, sampled - sent - dropped) / intervalSeconds);
  if (hasFilter) {
    parts.push(en.live.matching(rate(sent / intervalSeconds)), en.live.filteredOut(others));
  } else if (hidesTests) parts.push(en.live.testsFilteredOut(others));
  return (
    <p className="list-status" title={en.live.exactShare(percent(fraction))}>
      {parts.join(" · ")}
      {hasFilter && share !== null && (
        <>
          {" · "}
          {en.live.filterLooks(share)}{" "}
          <Link to="/search" search={filters}>
            {en.live.openSearch}
          </Link>
        </>
      )}
    </p>
  );
}
