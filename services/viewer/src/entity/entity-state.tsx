import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { QueryState, type ShownQuery, Skeleton } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { isMissing } from "./is-missing.ts";

interface EntityStateProps<Answer> {
  readonly kind: keyof typeof en.entity.kinds;
  readonly query: ShownQuery<Answer>;
  /** Other requests whose answers stand above what follows; without them it would move. */
  readonly others?: readonly ShownQuery<unknown>[];
  /** Renders the entity, with the head of its page. */
  readonly children: (answer: Answer) => ReactNode;
  /** Lines of the skeleton that is shown while it loads. */
  readonly lines: number;
}

/** Whether a request has neither an answer nor an error yet. */
export function isAwaited({ data, error, isFetching }: ShownQuery<unknown>): boolean {
  return data === undefined && error === null && isFetching;
}

/**
 * Shows what became of the request for the entity of a page. If nothing has the id of the address, or the entity could
 * not be read, the page still has a title.
 */
export function EntityState<Answer>(props: EntityStateProps<Answer>): ReactNode {
  const { kind, query, others = [], children, lines } = props;
  if (isMissing(query)) {
    return (
      <div className="page-head">
        <PageTitle text={en.entity.missing[kind]} />
        <Link to="/search">{en.entity.missing.search}</Link>
      </div>
    );
  }
  if (query.data !== undefined && others.some(isAwaited)) return <Skeleton lines={lines} />;
  const hasFailed = query.data === undefined && query.error !== null && !query.isFetching;
  return (
    <>
      {hasFailed && (
        <div className="page-head">
          <PageTitle text={en.entity.kinds[kind]} />
        </div>
      )}
      <QueryState query={query} lines={lines}>
        {children}
      </QueryState>
    </>
  );
}
