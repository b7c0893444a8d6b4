import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import type { useMessagePages } from "../data/rest/message-pages.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { shortTime } from "../text/time.ts";

/** Says how many rows are shown, whether there are more, and how far back the search went. */
export function SearchStatus({ pages }: { pages: ReturnType<typeof useMessagePages> }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const { data, hasNextPage, isFetching, isPlaceholderData } = pages;
  if (!data || isPlaceholderData) {
    return (
      <p className="list-status" aria-live="polite">
        {isFetching ? en.search.searching : " "}
      </p>
    );
  }
  const shown = data.pages.reduce((sum, { messages }) => sum + messages.length, 0);
  const last = data.pages.at(-1);
  const oldest = last?.messages.at(-1)?.createdAt;
  const back = last?.searchedSince ?? (hasNextPage ? oldest : undefined);
  const parts = [
    hasNextPage ? en.search.shownMore(count(shown)) : en.search.shown(shown),
    ...(back ? [en.search.back(shortTime(back, zone, nowMs))] : []),
    en.search.newestFirst,
  ];
  return (
    <p className="list-status" aria-live="polite">
      {parts.join(" · ")}
    </p>
  );
}
