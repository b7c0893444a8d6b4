import type { ReadMessage } from "@jetwire/protocol";
import { type ReactNode, type RefObject, useMemo } from "react";
import type { RestList } from "../data/rest/use-rest-list.ts";
import { MessageList } from "../list/message-list.tsx";
import { Failure, QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { historyRows } from "./history-rows.ts";

interface MessageHistoryProps {
  readonly list: RestList<ReadMessage>;
  readonly empty: string;
  readonly openId: string | undefined;
  onOpen(id: string): void;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Stored messages, newest first, one row per transmission. More are loaded near the end. */
export function MessageHistory(props: MessageHistoryProps): ReactNode {
  const { list, empty, openId, onOpen, scroller } = props;
  const rows = useMemo(() => historyRows(list.data ?? []), [list.data]);
  return (
    <QueryState query={list} lines={6}>
      {() =>
        rows.length === 0 ? (
          <p className="empty">{empty}</p>
        ) : (
          <>
            <MessageList
              rows={rows}
              openId={openId}
              onOpen={onOpen}
              scroller={scroller}
              onEnd={list.loadMore}
              label={en.list.messages}
            />
            {list.moreError && <Failure error={list.moreError} onRetry={list.retryMore} />}
            {list.isEnd && <p className="history-end">{en.entity.nothingOlder}</p>}
          </>
        )
      }
    </QueryState>
  );
}
