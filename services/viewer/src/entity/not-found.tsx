import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { readProblem } from "../data/problem.ts";
import { en } from "../words/en.ts";

interface NotFoundProps {
  readonly query: { readonly error: Error | null };
  /** Says what is not there. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Shows that nothing has the id of the address, if the server reports it; else the page. */
export function NotFound({ query, what, children }: NotFoundProps): ReactNode {
  const { status } = query.error ? readProblem(query.error) : { status: 0 };
  if (status !== 404 && status !== 410) return children;
  return (
    <div className="page-head">
      <PageTitle text={what} />
      <Link to="/search">{en.entity.missing.search}</Link>
    </div>
  );
}
