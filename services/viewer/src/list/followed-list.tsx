import { type ReactNode, type RefObject, useCallback, useEffect } from "react";
import { usePageKey } from "../app/keys.ts";
import { useStore } from "../data/store.ts";
import { Button } from "../ui/button.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import type { FollowedRows } from "./followed-rows.ts";
import { MessageList } from "./message-list.tsx";
import { useReading } from "./use-reading.ts";

interface FollowedListProps {
  readonly rows: FollowedRows;
  readonly isPaused?: boolean;
  readonly openId?: string | undefined;
  onOpen(id: string): void;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The class of the element that scrolls. */
  readonly className: string;
  readonly label: string;
  /** Whether the list is the page: then the key Home shows the newest rows. */
  readonly fillsPage?: boolean;
  /** Shown while there are no rows. */
  readonly empty: ReactNode;
}

/**
 * A list of messages that arrive, newest on top. While somebody reads it, new rows wait; a button says how many, and
 * shows them.
 */
export function FollowedList(props: FollowedListProps): ReactNode {
  const { rows, isPaused = false, openId, onOpen, scroller, className, label, empty } = props;
  const { fillsPage = false } = props;
  const view = useStore(rows.view);
  const isReading = useReading(scroller, isPaused);
  useEffect(() => rows.readBy(isReading), [rows, isReading]);
  const showNewest = useCallback(() => {
    rows.showWaiting();
    scroller.current?.scrollTo({ top: 0 });
  }, [rows, scroller]);
  usePageKey("Home", showNewest, fillsPage);
  return (
    <>
      {view.waiting > 0 && !isPaused && isReading() && (
        <Button className="pill" onClick={showNewest}>
          {en.list.newRows(count(view.waiting))} ↑
        </Button>
      )}
      <div className={className} ref={scroller}>
        {view.rows.length === 0 ? (
          empty
        ) : (
          <MessageList
            rows={view.rows}
            fresh={view.fresh}
            openId={openId}
            onOpen={onOpen}
            scroller={scroller}
            label={label}
          />
        )}
      </div>
    </>
  );
}
