import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { RestList } from "../data/rest/use-rest-list.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";

interface ListSectionProps<Item> {
  readonly title: string;
  readonly list: RestList<Item>;
  readonly empty: string;
  /** A part beside the heading. */
  readonly command?: ReactNode;
  /** The words of the button that shows more. */
  readonly more?: string;
  /** Renders the items that are shown. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

const firstRows = 8;

/** The first items of a list, and more on request. */
export function ListSection<Item>(props: ListSectionProps<Item>): ReactNode {
  const { title, list, empty, command, more = en.entity.more, children } = props;
  const [rows, setRows] = useState(firstRows);
  return (
    <section className="panel chart-panel" aria-label={title}>
      <div className="chart-head">
        <h2>{title}</h2>
        {command}
      </div>
      <QueryState query={list} lines={4}>
        {(items) =>
          items.length === 0 ? (
            <p className="quiet">{empty}</p>
          ) : (
            <>
              {children(items.slice(0, rows))}
              {(items.length > rows || !list.isEnd) && (
                <Button
                  onClick={() => {
                    if (items.length < rows * 2) list.loadMore();
                    setRows(rows * 2);
                  }}
                >
                  {more}
                </Button>
              )}
            </>
          )
        }
      </QueryState>
    </section>
  );
}
