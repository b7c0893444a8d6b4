import type { RestClient } from "@jetwire/client";
import type { ReadMessage } from "@jetwire/protocol";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { rest } from "./rest.ts";

/** A page of stored messages, newest first. */
export interface StoredMessagePage {
  readonly messages: readonly ReadMessage[];
  /** The cursor of the page that follows; null at the end. */
  readonly before: string | null;
  /** How far back the server searched, if it ended early. */
  readonly searchedSince: string | null;
}

/** Parameters of `GET /v1/messages`, as an address has them. */
export type MessageParameters = Readonly<Record<string, string>>;

type ListInput = Parameters<RestClient["listMessages"]>[0];

/** Reads stored messages page by page. A request is aborted when nobody waits for it any more. */
export function useMessagePages(parameters: MessageParameters, isEnabled = true) {
  return useInfiniteQuery({
    queryKey: ["messages", parameters],
    queryFn: async ({ pageParam, signal }) => await readPage(parameters, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: StoredMessagePage) => page.before,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

async function readPage(
  parameters: MessageParameters,
  before: string | null,
  signal: AbortSignal,
): Promise<StoredMessagePage> {
  const { listMessages } = await rest();
  const page = { before: null as string | null, searchedSince: null as string | null };
  const input = (before === null ? parameters : { ...parameters, before }) as ListInput;
  const items = listMessages(input, {
    signal,
    onPage({ headers, next }) {
      page.before = next?.searchParams.get("before") ?? null;
      page.searchedSince = headers.get("x-searched-since");
      return false;
    },
  });
  const messages: ReadMessage[] = [];
  for await (const message of items) messages.push(message);
  return { messages, ...page };
}
