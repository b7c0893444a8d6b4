import type { SniffFilter } from "@jetwire/protocol";
import { useEffect, useMemo, useRef } from "react";
import { sniffRefusal } from "../data/live/sniff.ts";
import { useStore } from "../data/store.ts";
import { type Filters, liveFiltersOf } from "../filters/query.ts";
import { en } from "../text/en.ts";
import { followLive, liveRows } from "./live-feed.ts";
import { matches } from "./matches.ts";
import { readRefusal } from "./refusal.ts";
import { useStationIds } from "./use-station-ids.ts";

/** Says what is wrong with the filters of the page. */
export interface LiveFilterState {
  /** Sentences about filters, by their names. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The server's sentence that is about no filter. */
  readonly refusal: string | null;
}

/**
 * Follows the firehose with the filters of the page. A changed filter narrows the list at once; the
 * server's follows.
 */
export function useLiveFilter(filters: Filters, hidesTests: boolean): LiveFilterState {
  const { station, ...others } = filters;
  const stations = useStationIds(station);
  const known = stations.ids === null ? others : { ...others, station: stations.ids };
  const { filter, restOnly } = liveFiltersOf(known, hidesTests);
  useFollow(JSON.stringify(filter ?? {}));

  const refusalText = useStore(sniffRefusal);
  const refusal = useMemo(() => readRefusal(refusalText), [refusalText]);
  const unknown = stations.unknown.map((ident) => en.live.unknownStation(ident));
  return {
    refusal: refusal.other,
    reasons: {
      ...Object.fromEntries(restOnly.map((name) => [name, en.live.onlySearch])),
      ...refusal.reasons,
      ...(unknown.length > 0 && { station: unknown.join(" ") }),
    },
  };
}

/** Subscribes while the page is open, and changes the filter when it changes. */
function useFollow(filterText: string): void {
  const following = useRef<ReturnType<typeof followLive>>(null);
  const sent = useRef(filterText);
  useEffect(() => {
    const started = followLive(readFilter(sent.current));
    following.current = started;
    return () => started.stop();
  }, []);
  useEffect(() => {
    const filter = readFilter(filterText) ?? {};
    // Rows of an earlier visit of the page are narrowed, too.
    liveRows.keep(({ message }) => matches(message, filter));
    if (sent.current === filterText) return;
    sent.current = filterText;
    following.current?.change(readFilter(filterText));
  }, [filterText]);
}

function readFilter(text: string): SniffFilter | undefined {
  const filter: SniffFilter = JSON.parse(text);
  return Object.keys(filter).length === 0 ? undefined : filter;
}
