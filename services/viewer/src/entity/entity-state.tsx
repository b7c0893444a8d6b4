import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { QueryState, type ShownQuery } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { isMissing } from "./is-missing.ts";

interface EntityStateProps<Answer> {
  readonly kind: keyof typeof en.entity.kinds;
  readonly query: ShownQuery<Answer>;
  /** Renders the entity, with the head of its page. */
  readonly children: (answer: Answer) => ReactNode;
  /** Lines of the skeleton that is shown while it loads. */
  readonly lines: number;
}

/**
 * Shows what became of the request for the entity of a page. If nothing has the id of the address, or the entity could
 * not be read, the page still has a title.
 */
export function EntityState<Answer>(props: EntityStateProps<Answer>): ReactNode {
  const { kind, query, children, lines } = props;
  if (isMissing(query)) {
    return (
      <div className="page-head">
        <PageTitle text={en.entity.missing[kind]} />
        <Link to="/search">{en.entity.missing.search}</Link>
      </div>
    );
  }
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
