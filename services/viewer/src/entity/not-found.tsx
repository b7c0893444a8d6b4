import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { en } from "../words/en.ts";
import { isMissing } from "./is-missing.ts";

interface NotFoundProps {
  readonly query: { readonly error: Error | null };
  /** Says what is not there. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Shows that nothing has the id of the address, if the server reports it; else the page. */
export function NotFound({ query, what, children }: NotFoundProps): ReactNode {
  if (!isMissing(query)) return children;
  return (
    <div className="page-head">
      <PageTitle text={what} />
      <Link to="/search">{en.entity.missing.search}</Link>
    </div>
  );
}
