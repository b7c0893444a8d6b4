import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { usePageKey } from "../app/keys.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import type { Zone } from "../ui/display/stored-display.ts";
import { en } from "../text/en.ts";
import { dayOf } from "../text/time.ts";
import { forgetSizes } from "./forget-sizes.ts";
import { rawFirst, swapRawAndWords } from "./raw-first.ts";
import type { MessageRow } from "./message-row.ts";
import { MessageRowView } from "./message-row-view.tsx";
import "./list.css";

interface MessageListProps {
  readonly rows: readonly MessageRow[];
  /** Ids of rows that are marked as new. */
  readonly fresh?: ReadonlySet<string>;
  /** The message that is open beside the list. */
  readonly openId?: string | undefined;
  /** Opens a message beside the list. */
  onOpen(id: string): void;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Called when the reader comes near the end. */
  readonly onEnd?: () => void;
  readonly label: string;
  /** Whether each day begins with its date. */
  readonly hasDays?: boolean;
}

const overscanRows = 8;
const usualRowPixels = 53;
const endPixels = 1_000;

/**
 * A list of messages of any length. Only the rows in view exist in the page. Arrow keys, `j` and `k`
 * move between rows, Enter opens one.
 */
export function MessageList(props: MessageListProps): ReactNode {
  const { rows, fresh, openId, onOpen, scroller, onEnd, label, hasDays = false } = props;
  const body = useRef<HTMLDivElement>(null);
  const { zone } = useStore(display);
  const first = useStore(rawFirst) ? "raw" : "words";
  usePageKey("r", swapRawAndWords);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualRowPixels,
    getItemKey: (index) => rows[index]?.message.id ?? index,
    overscan: overscanRows,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  const remaining = last ? virtualizer.getTotalSize() - last.end : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (rows.length > 0 && remaining < endPixels) onEnd?.();
  }, [rows.length, remaining, onEnd]);

  useEffect(() => forgetSizes(virtualizer.itemSizeCache, rows), [virtualizer, rows]);

  function focusRow(index: number): void {
    const row = rows[index];
    if (!row) return;
    virtualizer.scrollToIndex(index, { align: "auto" });
    requestAnimationFrame(() => {
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    });
  }

  return (
    <div className="list" data-first={first}>
      <div className="list-heads" aria-hidden="true">
        <span>{en.list.time(en.list[zone])}</span>
        <span>{en.list.type}</span>
        <span>{en.list.aircraft}</span>
        <span>{en.list.words}</span>
        <span>{en.list.raw}</span>
        <span>{en.list.receivedBy}</span>
      </div>
      <div
        ref={body}
        role="feed"
        aria-label={label}
        className="list-body"
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={(event) => {
          const step = rowSteps[event.key];
          if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          const index = Number((event.target as HTMLElement).dataset["index"] ?? -1);
          event.preventDefault();
          focusRow(index + step);
        }}
      >
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <MessageRowView
                key={key}
                row={row}
                index={index}
                offset={start - virtualizer.options.scrollMargin}
                measure={virtualizer.measureElement}
                isFresh={fresh?.has(row.message.id) === true}
                isOpen={row.message.id === openId}
                day={hasDays ? dayAt(rows, index, zone) : null}
                onOpen={onOpen}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Returns the day of a row if it is another one than that of the row before. */
function dayAt(rows: readonly MessageRow[], index: number, zone: Zone): string | null {
  const [before, row] = [rows[index - 1], rows[index]];
  if (!row) return null;
  const day = dayOf(row.message.timestamp, zone);
  return before && dayOf(before.message.timestamp, zone) === day ? null : day;
}

const rowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
