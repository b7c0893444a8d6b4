import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "./page-title.tsx";
import { en } from "../text/en.ts";

/** The page of an address that leads nowhere. */
export function NotFoundPage(): ReactNode {
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.states.notFound} />
      </div>
      <div className="empty">
        <Link to="/" className="button">
          {en.states.notFoundAction}
        </Link>
      </div>
    </div>
  );
}

/** The page that is shown when a part of the page fails. */
export function ErrorPage({ reset }: ErrorComponentProps): ReactNode {
  return (
    <div className="empty" role="alert">
      <p>{en.states.unexpected}</p>
      <Button onClick={reset}>{en.states.tryAgain}</Button>
    </div>
  );
}
