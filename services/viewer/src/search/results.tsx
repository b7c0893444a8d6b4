import { type ReactNode, useMemo, useRef } from "react";
import { Button } from "../ui/button.tsx";
import type { useMessagePages } from "../data/rest/message-pages.ts";
import { readProblem } from "../data/rest/problem.ts";
import { Failure, Skeleton } from "../ui/query-state/query-state.tsx";
import { MessageList } from "../list/message-list.tsx";
import { rowOf } from "../list/message-row.ts";
import { en } from "../text/en.ts";

const pagesMax = 50;

interface ResultsProps {
  readonly pages: ReturnType<typeof useMessagePages>;
  readonly openId: string | undefined;
  onOpen(id: string): void;
  /** Shown if nothing was found. */
  readonly empty: ReactNode;
}

/** The rows that a search has found so far; more are loaded when the reader comes near the end. */
export function Results({ pages, openId, onOpen, empty }: ResultsProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, refetch } = pages;
  const rows = useMemo(
    () =>
      data?.pages.flatMap(({ messages }) =>
        messages.map((message) => rowOf(message, message.receptions?.total)),
      ) ?? [],
    [data],
  );
  const found = data?.pages ?? [];
  const isFull = found.length >= pagesMax;
  const isStopped = found.at(-1)?.messages.length === 0;
  // What the server says about fields is shown beside the filters.
  const isRefused = error !== null && Object.keys(readProblem(error).fields).length > 0;
  const hasMore = hasNextPage && !isFull;
  function loadMore(): void {
    if (hasMore && !isFetching && !error && !isStopped) void fetchNextPage();
  }
  return (
    <div className="list-page-scroller" ref={scroller} data-former={isPlaceholderData || undefined}>
      {isFetching && data && <div className="refreshing" aria-hidden="true" />}
      {!data && !error && (
        <div className="page-body">
          <Skeleton lines={12} />
        </div>
      )}
      {rows.length > 0 && (
        <MessageList
          rows={rows}
          openId={openId}
          onOpen={onOpen}
          scroller={scroller}
          onEnd={loadMore}
          label={en.list.messages}
          hasDays
        />
      )}
      {error && !isRefused && (
        <Failure
          error={error}
          onRetry={() => void (data && hasNextPage ? fetchNextPage() : refetch())}
        />
      )}
      {data && !error && rows.length === 0 && !hasNextPage && empty}
      {data && !error && (
        <div className="list-end">
          {hasMore && isStopped && (
            <Button onClick={() => void fetchNextPage()}>{en.search.further}</Button>
          )}
          {isFull && hasNextPage && <p>{en.search.full}</p>}
          {!hasNextPage && rows.length > 0 && <p>{en.search.end}</p>}
        </div>
      )}
    </div>
  );
}
