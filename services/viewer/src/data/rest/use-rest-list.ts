import type { RestClient } from "@jetwire/client";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { rest } from "./rest.ts";

/** The part of a list that one request asks for. */
interface ListPage {
  readonly limit: string;
  /** The id of the last item that is known; left out for the first page. */
  readonly before?: string;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly itemsMax: number;
}

/** Reads one page of a list. */
export type ReadPage<Item> = (
  rest: RestClient,
  page: ListPage,
  limits: Limits,
) => AsyncIterable<Item>;

/** A list that grows at its end, newest first. */
export interface RestList<Item> {
  /** The items that are loaded; undefined before the first answer. */
  readonly data: readonly Item[] | undefined;
  /** The reason why the list could not be read; null if it could. */
  readonly error: Error | null;
  /** The reason why the next page could not be read; null if it could. */
  readonly moreError: Error | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  /** Whether everything is loaded. */
  readonly isEnd: boolean;
  refetch(): unknown;
  /** Loads the next page, unless one is being loaded, or the latest attempt has failed. */
  loadMore(): void;
  /** Loads the next page after an attempt that has failed. */
  retryMore(): void;
}

const pageItems = 100;
const pagesMax = 50;
const freshMs = 60_000;

/**
 * Reads a list page by page, 100 items at a time, at most 5,000.
 *
 * @param key the names and values that the list depends on
 * @param options `everyMs`: asks again after this time, while only one page is shown
 */
export function useRestList<Item extends { readonly id: string | number }>(
  key: readonly unknown[],
  read: ReadPage<Item>,
  { everyMs }: { readonly everyMs?: number } = {},
): RestList<Item> {
  const query = useInfiniteQuery<Item[], Error, InfiniteData<Item[]>, readonly unknown[], string>({
    queryKey: ["list", ...key],
    queryFn: async ({ signal, pageParam }) => {
      const page = { limit: String(pageItems), ...(pageParam !== "" && { before: pageParam }) };
      return await Array.fromAsync(read(await rest(), page, { signal, itemsMax: pageItems }));
    },
    initialPageParam: "",
    getNextPageParam: (last, pages) => {
      const end = last.at(-1);
      if (end === undefined || last.length < pageItems || pages.length >= pagesMax) return null;
      return String(end.id);
    },
    staleTime: freshMs,
    // A long list would ask for all of its pages again.
    ...(everyMs !== undefined && {
      refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? everyMs : false),
    }),
  });
  const { data, error, isFetching, dataUpdatedAt, hasNextPage, fetchNextPage, refetch } = query;
  const hasFailed = query.isFetchNextPageError;
  const items = useMemo(() => data?.pages.flat(), [data]);
  const retryMore = useCallback(() => {
    // A failure is shown with the list.
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const loadMore = useCallback(() => {
    if (!hasFailed) retryMore();
  }, [hasFailed, retryMore]);
  return {
    data: items,
    error: hasFailed ? null : error,
    moreError: hasFailed ? error : null,
    isFetching,
    dataUpdatedAt,
    isEnd: data !== undefined && !hasNextPage,
    refetch,
    loadMore,
    retryMore,
  };
}
