import type { RestClient } from "@jetwire/client";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { rest } from "./rest.ts";

interface RestQueryOptions {
  /** How long an answer counts as fresh, in ms. Default: 0. */
  readonly staleMs?: number;
  /** Asks again after this time, in ms, while the page is visible; not any more if it is false. */
  readonly everyMs?: number | (() => number | false);
  readonly isEnabled?: boolean;
  /** Shows the former answer while another one is loaded. */
  readonly keepsFormer?: boolean;
}

/**
 * Reads something by REST, through the page's cache.
 *
 * @param key the names and values that the answer depends on
 * @param read aborted if nobody waits for the answer any more
 */
export function useRest<Answer>(
  key: readonly unknown[],
  read: (rest: RestClient, signal: AbortSignal) => Promise<Answer>,
  { staleMs = 0, everyMs, isEnabled = true, keepsFormer = false }: RestQueryOptions = {},
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => await read(await rest(), signal),
    staleTime: staleMs,
    enabled: isEnabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepsFormer && { placeholderData: keepPreviousData }),
  });
}
